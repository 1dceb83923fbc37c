import type { HeadroomEvent } from '../../lib/contract/events.ts';
import type { Circumstances, Law, PassSeen, WriteSeen } from './laws/law.ts';
import { diskWrites, isConfigure, isResize } from './laws/write-kind.ts';
import type { DiskChange } from './organization/policy.ts';

type AtWrite = (write: WriteSeen, now: Circumstances) => boolean;
type AtPass = (pass: PassSeen, now: Circumstances) => boolean;

const disk =
  (...kinds: DiskChange[]): AtWrite =>
  (write) =>
    diskWrites(write).some(({ kind }) => kinds.includes(kind));
const both =
  (...all: AtWrite[]): AtWrite =>
  (write, now) =>
    all.every((each) => each(write, now));
const disturbed: AtWrite = (_, now) => now.isDisturbed === true;
const approved: AtWrite = (_, { run }) => run?.approval !== undefined || (run?.approvals ?? []).length > 0;
/** Whether a lower was read twice before its write: the first reading was old when its turn came. */
const waited: AtWrite = (write, { looks = () => 0 }) =>
  diskWrites(write).some(({ kind, service }) => kind === 'lower' && looks(service) > 1);
const published =
  (type: HeadroomEvent['type']): AtPass =>
  ({ events }) =>
    events.some((event) => event.type === type);
const ended =
  (outcome: string): AtPass =>
  (pass) =>
    pass.outcome === outcome;

/** What must happen in long enough lives, or they prove less than they seem to. */
const atWrites: Readonly<Record<string, AtWrite>> = {
  'an autoscaler is enabled': disk('enable'),
  'a maximum is raised': disk('raise'),
  'a maximum is lowered': disk('lower'),
  'an autoscaler is disabled': disk('disable'),
  'an endpoint without a service is deleted': (write) =>
    write.request.method === 'DELETE' && write.endpoint !== undefined && diskWrites(write).length === 0,
  'search options are set': (write) => isConfigure(write) && !isResize(write),
  'a write beside a fault': disturbed,
  'a maximum is lowered beside a fault': both(disk('lower'), disturbed),
  'a lower waits for its turn': waited,
  'an autoscaler is disabled beside a fault': both(disk('disable'), disturbed),
  'a write under an approval': approved,
  'a write while a clock is wrong': (_, { skewMs = 0 }) => skewMs !== 0,
  'a write under a policy with a freeze': (_, { policy }) => policy.freeze !== undefined,
  'a write while a grant of a person counts': (_, { grants = [] }) => grants.length > 0,
  'a write after a price was denied': ({ before }, { isPriceDenied }) =>
    isPriceDenied !== undefined && before.some(isPriceDenied),
};

const atPasses: Readonly<Record<string, AtPass>> = {
  ...Object.fromEntries(
    ['applied', 'nothing', 'needs-approval', 'partial', 'failed', 'killed'].map((each) => [
      `a pass ends as ${each}`,
      ended(each),
    ]),
  ),
  ...Object.fromEntries(
    (
      ['AutoscalerLost', 'BudgetExceeded', 'MaximumReached', 'PlanNeedsApproval', 'Recovered', 'RunFailed'] as const
    ).map((each) => [`the event ${each}`, published(each)]),
  ),
  'a conflict after a lost answer': ({ outcome }, { struck = () => [] }) =>
    outcome === 'applied' && struck().includes('store-conflict-own'),
  'a quiet pass after a fault': ({ isDisturbed, quietMs }) => !isDisturbed && Number.isFinite(quietMs),
};

/** Counts what happened in lives, and beside which faults of the same run: a law that finds nothing wrong. */
export const countReached = () => {
  const counts = new Map([...Object.keys(atWrites), ...Object.keys(atPasses)].map((name) => [name, 0]));
  let pairs = new Set<string>();
  const note = (names: readonly string[], { struck = () => [] }: Circumstances): readonly string[] => {
    const kinds = names.length > 0 ? struck() : [];
    for (const name of names) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      for (const kind of kinds) pairs.add(`${kind}: ${name}`);
    }
    return [];
  };
  const law: Law = {
    ...{ name: 'what was reached', source: 'docs/internals/simulation.md' },
    afterWrite: (write, now) =>
      note(
        Object.keys(atWrites).filter((name) => atWrites[name]?.(write, now)),
        now,
      ),
    afterPass: (pass, now) =>
      note(
        Object.keys(atPasses).filter((name) => atPasses[name]?.(pass, now)),
        now,
      ),
  };
  /** Pairs of a fault and a point since the last time. */
  const takePairs = (): ReadonlySet<string> => {
    const taken = pairs;
    pairs = new Set();
    return taken;
  };
  return { law, counts, takePairs };
};

/** Seeds from which on every point can be expected. */
const enoughSeeds = 20;

/** The points that were not reached, and whether more than 5 % were missed in enough lives. */
export const missedOf = (counts: ReadonlyMap<string, number>, seeds: number) => {
  const names = [...counts].flatMap(([name, count]) => (count === 0 ? [name] : []));
  return { names, tooMany: seeds >= enoughSeeds && names.length * 20 > counts.size };
};
