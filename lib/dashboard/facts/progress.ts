import type { Plan } from '../../core/plan/plan-result.ts';
import type { Store } from '../../ports.ts';
import { inBatches } from '../../run/store/in-batches.ts';
import { keys } from '../../run/store/keys.ts';
import { readIfWhole } from '../../run/store/objects.ts';
import { stepIn } from '../../run/store/progress-log.ts';

/** How far a run is. */
export interface RunProgress {
  /** Changes of its plan that were tried or skipped. */
  readonly done: number;
  /** Changes of its plan; null while it reads and plans. */
  readonly all: number | null;
}

export const progressText = ({ done, all }: RunProgress): string =>
  all === null ? 'reads the organization and plans' : `${done} of ${all} changes done`;

/** How far the log of a part was read. */
interface LogPosition {
  readonly next: number;
  readonly done: number;
}

/** What is known of a run: the changes of each part once it has a plan, and how far each log was read. */
const ofRun = (runId: string) => ({ runId, changes: new Map<string, number>(), logs: new Map<string, LogPosition>() });

/** A step says how many changes came before it, so the last one of each part is enough. A damaged one says nothing. */
const positionAfter = async (store: Store, key: string, { next, done }: LogPosition): Promise<LogPosition> => {
  const last = (await store.readLog(key, next)).at(-1);
  if (last === undefined) return { next, done };
  try {
    const { index, attempts } = stepIn(key, last);
    return { next: last.number + 1, done: index + attempts.length };
  } catch {
    return { next, done };
  }
};

/**
 * Reads how far runs are from the logs that their tasks append to. The plan of a run is read once it has one, and logs
 * only grow, so each is read on from where the last look ended.
 */
export const createProgressReader = (store: Store): ((runId: string) => Promise<RunProgress>) => {
  let current = ofRun('');

  const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0);

  /** By the log of their progress. */
  const countChanges = async (): Promise<number | null> => {
    const { runId, changes } = current;
    if (changes.size === 0) {
      const plan = await readIfWhole<Plan>(store, keys.plan(runId));
      for (const { phase, project } of plan?.verdict === 'apply' ? plan.changes : []) {
        const log = keys.progress(runId, phase, project);
        changes.set(log, (changes.get(log) ?? 0) + 1);
      }
    }
    return changes.size === 0 ? null : sum(changes.values());
  };

  /** Whether every change of a part was tried: its log grows no more. */
  const isDone = (log: string): boolean => {
    const all = current.changes.get(log);
    return all !== undefined && all === current.logs.get(log)?.done;
  };

  const countDone = async (listed: readonly string[]): Promise<number> => {
    const { logs } = current;
    const growing = listed.filter((key) => !isDone(key));
    await inBatches(growing, async (key) => {
      logs.set(key, await positionAfter(store, key, logs.get(key) ?? { next: 0, done: 0 }));
    });
    return sum([...logs.values()].map(({ done }) => done));
  };

  return async (runId) => {
    if (current.runId !== runId) current = ofRun(runId);
    const all = await countChanges();
    if (all === null) return { done: 0, all };
    const done = await countDone(await store.list(keys.allProgress(runId)));
    return { done: Math.min(done, all), all };
  };
};
