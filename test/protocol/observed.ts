import type { HttpRequest } from '../../lib/client/transport/exchange.ts';
import { type Change, isDiskChange } from '../../lib/core/change/change.ts';
import type { Plan } from '../../lib/core/plan/plan-result.ts';
import type { Store } from '../../lib/ports.ts';
import { parseLease } from '../../lib/run/inventory/lease-holder.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { readIfWhole } from '../../lib/run/store/objects.ts';
import type { Lease } from '../../lib/run/store/run-objects.ts';
import { begun, broken, changed, leaseAfter, noRun, type Protocol, type RunState, runIn, type Step } from './model.ts';

export const protocolLaw = 'every step of a run is one that the protocol allows (docs/internals/protocol.md)';

/** Judges the steps of real runs by the rules of the protocol, from what they store and send. */
export interface ProtocolWatch {
  /** Watches what is written through a view of the store. */
  readonly over: (view: Store) => Store;
  /** Called for every request at the moment at which a run sends it. */
  readonly onSend: (request: HttpRequest) => void;
  /** Rules that a step has broken, as sentences. */
  readonly problems: readonly string[];
  /** How often each kind of step was seen. */
  readonly seen: Readonly<Record<string, number>>;
}

const changing = /\/project\/([^/]+)\/(?:(?:integration_endpoint|integration)(?:\/|$)|service\/[^/?]+$)/;
const ofRun = /^runs\/([^/]+)\/(.+)$/;
const partOf = /^applied\/progress\/([^/]+)\/([^/]+)\.log$/;

/** Reservations of an approved plan, by run. */
type Reserved = ReadonlyMap<string, readonly string[]>;

const reservedIn = (body: string): Reserved => {
  const { digest, proposedAt, runs } = JSON.parse(body);
  return new Map(
    runs.map(({ runId, indexes }: { readonly runId: string; readonly indexes: readonly number[] }) => [
      runId,
      indexes.map((index) => `${digest} ${proposedAt} ${index}`),
    ]),
  );
};

/** What a run hands over: its changes, and the budgets whose money they take, which is checked before it is spent. */
interface HandedOver {
  readonly changes: readonly Change[];
  readonly frees: readonly string[];
}

const handedOver = (runId: string, { changes }: Plan): HandedOver => ({
  changes,
  frees: [
    ...new Set(
      changes.flatMap((change) => {
        const { phase, budget } = change;
        return phase === 'grant' && budget !== undefined && isDiskChange(change) ? [keys.money(runId, budget)] : [];
      }),
    ),
  ],
});

/** @param inner the store itself */
export const watchProtocol = (inner: Store, nowMs: () => number): ProtocolWatch => {
  /** Every run so far: a life has hundreds, so a step changes its own in place. */
  const runs: Record<string, RunState> = {};
  let state: Protocol = { ...begun, runs };
  let lease: Lease | undefined;
  const problems: string[] = [];
  const seen: Record<string, number> = {};
  const looking = new Set<string>();
  const plans = new Map<string, HandedOver>();
  const reserved = new Map<string, Reserved>();
  /** The change that each part of a run intends. */
  const intended = new Map<string, Change | undefined>();

  const take = (step: Step): void => {
    seen[step.kind] = (seen[step.kind] ?? 0) + 1;
    for (const rule of broken(state, step)) problems.push(`${step.kind} of run ${step.run}: ${rule}`);
    runs[step.run] = changed(runIn(state, step.run), step);
    state = { lease: leaseAfter(state, step), runs };
  };

  /** What a new text of the lease is, compared with the one before; undefined for a renewal. */
  const leaseStep = ({ released, rests, runId }: Lease): Step['kind'] | undefined => {
    const { run, is } = state.lease;
    if (released) return is === 'released' ? undefined : 'release';
    if (rests) return 'rest';
    return run !== runId || is !== 'held' ? 'take' : undefined;
  };

  const onLease = (body: string): void => {
    const next = parseLease(body);
    if (next === undefined) return;
    const { run, is } = state.lease;
    const hasExpired = Date.parse(lease?.expiresAt ?? '') <= nowMs();
    if (run !== null && run !== next.runId && is === 'held' && hasExpired) take({ kind: 'expire', run });
    const kind = leaseStep(next);
    if (kind !== undefined) take({ kind, run: next.runId } as Step);
    lease = next;
  };

  const onUses = (key: string, body: string): void => {
    const [before, now] = [reserved.get(key) ?? new Map<string, readonly string[]>(), reservedIn(body)];
    for (const run of new Set([...before.keys(), ...now.keys()])) {
      const [had, has] = [before.get(run) ?? [], now.get(run) ?? []];
      const [gone, added] = [had.filter((one) => !has.includes(one)), has.filter((one) => !had.includes(one))];
      // The same plan, proposed anew, begins without the uses of the one before.
      if (gone.length > 0 && now.has(run)) take({ kind: 'give-back', run, places: gone });
      if (added.length > 0) take({ kind: 'reserve', run, places: added });
    }
    reserved.set(key, now);
  };

  const onHandover = async (run: string): Promise<void> => {
    const plan = await readIfWhole<Plan>(inner, keys.plan(run));
    const handed = plan === undefined ? { changes: [], frees: [] } : handedOver(run, plan);
    plans.set(run, handed);
    take({ kind: 'hand-over', run, frees: handed.frees });
  };

  const onRelease = (run: string, name: string, key: string): void => {
    if (name.startsWith('applied/money/'))
      take({
        kind: 'confirm',
        run,
        release: key.replace('/applied/money/', '/plan/money/').replace(/\/checked\.json$/, '.json'),
      });
    if (name.startsWith('plan/money/') && !runIn(state, run).owed.includes(key))
      take({ kind: 'owe', run, release: key });
  };

  const onRunObject = async (run: string, name: string, key: string, body: string): Promise<void> => {
    switch (name) {
      case 'begin/run.json':
        if (JSON.parse(body).readOnly === true) looking.add(run);
        return;
      case 'plan/plan.json':
        if (!looking.has(run)) take({ kind: 'decide', run });
        return;
      case 'sealed.json':
        return take({ kind: 'seal', run });
      default:
        if (name.startsWith('plan/projects/')) return onHandover(run);
        onRelease(run, name, key);
    }
  };

  const onPut = async (key: string, body: string): Promise<void> => {
    if (key === keys.lease) return onLease(body);
    if (key.startsWith(keys.approvalUses)) return onUses(key, body);
    const [, run = '', name = ''] = ofRun.exec(key) ?? [];
    if (name !== '') await onRunObject(decodeURIComponent(run), name, key, body);
  };

  const onAppend = (key: string, body: string): void => {
    const [, run = '', name = ''] = ofRun.exec(key) ?? [];
    const [, phase, project] = partOf.exec(name) ?? [];
    if (phase === undefined || project === undefined) return;
    const [runId, { index, attempts, intent }] = [decodeURIComponent(run), JSON.parse(body)];
    const part = `${phase}/${decodeURIComponent(project)}`;
    if (intent === undefined) {
      take({ kind: 'end', run: runId, part });
      return;
    }
    const own = plans.get(runId)?.changes.filter((change) => `${change.phase}/${change.project}` === part);
    intended.set(`${runId} ${part}`, own?.[index + attempts.length]);
    take({ kind: 'intend', run: runId, part });
  };

  const onSend = ({ method, path }: HttpRequest): void => {
    const [, project] = changing.exec(path) ?? [];
    const { run } = state.lease;
    if (method === 'GET' || project === undefined) return;
    const { open, intended: parts } = run === null ? noRun : runIn(state, run);
    const ending = `/${decodeURIComponent(project)}`;
    const part = [...open, ...parts].find((one) => one.endsWith(ending)) ?? `?${ending}`;
    const change = intended.get(`${run} ${part}`);
    const takes =
      change?.phase === 'grant' && change.budget !== undefined
        ? (plans.get(run ?? '')?.frees ?? []).filter((key) => key === keys.money(run ?? '', change.budget ?? ''))
        : [];
    take({ kind: 'send', run: run ?? 'none', part, write: part, takes });
  };

  return {
    problems,
    seen,
    onSend,
    over: (view) => ({
      ...view,
      put: async (...[key, body, condition]) => {
        await view.put(key, body, condition);
        await onPut(key, body);
      },
      append: async (...[key, record]) => {
        await view.append(key, record);
        onAppend(key, record.body);
      },
    }),
  };
};
