import { dayMs, hourMs } from '../../lib/core/model/durations.ts';
import type { Life } from './life.ts';
import { actsOf, type OperatorAct, type Option, patienceOf } from './organization/operators.ts';
import type { Register } from './organization/people.ts';
import type { Passes } from './passes.ts';

/** People who operate Headroom: they approve plans at once, late or never, undo runs, and stop it in the middle of one. */
interface Operators {
  /** What they do on a day, in any order. */
  readonly momentsOf: (day: number, register: Register) => Moment[];
  /** A look at what can be reclaimed in the morning, and its approval before noon. */
  readonly reclaimsOn: (day: number) => Moment[];
}

interface Moment {
  readonly atMs: number;
  readonly live: () => Promise<unknown>;
}

const by = (command: string) => ({ trigger: { kind: 'manual', by: command } });

/** Sets an option of a search service as its owner would. */
const editOption = ({ platform }: Life, project: string, name: string, [path, value]: Option): void => {
  const service = platform.edge.state.projects.get(project)?.services.get(name);
  if (service?.type !== 'engine') return;
  const [above, below] = path.split('.');
  const config = service.userConfig as Record<string, Record<string, unknown> | undefined>;
  service.userConfig =
    below === undefined
      ? { ...config, [path]: value }
      : { ...config, [above ?? '']: { ...config[above ?? ''], [below]: value } };
};

/** Approves the plan that waits, if one does. */
export const approveWaiting = async ({ pass, waiting }: Passes, undo?: string): Promise<void> => {
  const approvedDigest = waiting();
  if (approvedDigest === undefined) return;
  await pass({ ...by('headroom apply --approve'), approvedDigest, ...(undo === undefined ? {} : { undo }) });
};

export const createOperators = (life: Life, passes: Passes): Operators => {
  const { seed, time, startMs } = life;
  /** Plans that a person has seen and means to approve later. */
  let later: { readonly digest: string; readonly atMs: number }[] = [];

  const approve = (approvedDigest: string) => passes.pass({ ...by('headroom apply --approve'), approvedDigest });

  const look = async () => {
    const due = later.filter(({ atMs }) => atMs <= time.now());
    later = later.filter((one) => !due.includes(one));
    for (const { digest } of due) await approve(digest);
    const digest = passes.waiting();
    if (digest === undefined || later.some((one) => one.digest === digest)) return;
    const patienceMs = patienceOf(seed, digest);
    if (patienceMs === 0) await approve(digest);
    else if (patienceMs !== undefined) later.push({ digest, atMs: time.now() + patienceMs });
  };

  const undo = async (observes: boolean) => {
    const runId = passes.wrote().at(-1);
    if (runId === undefined) return;
    const outcome = await passes.pass({ ...by(`headroom undo ${runId}`), undo: runId });
    if (outcome === 'needs-approval') await approveWaiting(passes, runId);
    if (!observes) return;
    await life.change({ kind: 'mode-set', mode: 'observe' });
    time.at(time.now() + 7 * hourMs, () => void life.change({ kind: 'mode-set', mode: 'enforce' }));
  };

  const live = async (act: OperatorAct): Promise<void> => {
    if (act.kind === 'look') return look();
    if (act.kind === 'undo') return undo(act.observes);
    if (act.kind === 'granted') {
      await life.grant(act.grant);
      const { project, service } = act.grant;
      await passes.pass({ ...by('headroom grant'), only: { project, service } });
      return;
    }
    if (act.kind === 'option-edited') return editOption(life, act.project, act.service, act.option);
    return life.change(act.change);
  };

  const everything = [{ project: '*', service: '*' }];
  let offered: string | undefined;

  const askFor = async () => {
    const outcome = await passes.pass({ ...by('headroom reclaim'), reclaim: everything });
    offered = outcome === 'needs-approval' ? passes.waiting() : undefined;
  };

  const approveOffered = async () => {
    if (offered === undefined) return;
    await passes.pass({ ...by('headroom reclaim --approve'), reclaim: everything, approvedDigest: offered });
  };

  return {
    reclaimsOn: (day) => [
      { atMs: startMs + day * dayMs + 7 * hourMs, live: askFor },
      { atMs: startMs + day * dayMs + 10 * hourMs, live: approveOffered },
    ],
    momentsOf: (day, register) =>
      actsOf(seed, day, startMs, register).flatMap(({ atMs, act }) => {
        if (act.kind !== 'change' || act.change.kind !== 'mode-set') return [{ atMs, live: () => live(act) }];
        // A mode is set at its moment, also in the middle of a pass.
        time.at(atMs, () => void live(act));
        return [];
      }),
  };
};
