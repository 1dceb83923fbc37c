import type { Store } from '../../ports.ts';
import { inBatches } from '../../run/store/in-batches.ts';
import { keys } from '../../run/store/keys.ts';
import { readIfWhole } from '../../run/store/objects.ts';
import type { ChangeList, ProgressObject, ProgressStep } from '../../run/store/run-objects.ts';

/** How far a run is. */
export interface RunProgress {
  /** Changes of its plan that were tried or skipped. */
  readonly done: number;
  /** Changes of its plan; null while it reads and plans. */
  readonly all: number | null;
}

export const progressText = ({ done, all }: RunProgress): string =>
  all === null ? 'reads the organization and plans' : `${done} of ${all} changes done`;

/** A step of a log says how many changes came before it, so the last step of each part is enough. */
const lastSteps = (listed: readonly string[]): string[] => {
  const last = new Map<string, string>();
  for (const key of listed) {
    const [, , , phase, project = '', step] = key.split('/');
    const part = `${phase}/${project.replace(/\.json$/, '')}`;
    const known = last.get(part);
    // A summary of the steps is not newer than they are.
    if (known === undefined || step !== undefined) last.set(part, key);
  }
  return [...last.values()];
};

const isStep = (key: string): boolean => key.split('/').length > 5;

/**
 * Reads how far runs are from the log that their tasks append to. Steps and lists of changes are created once, so each is
 * read once.
 */
export const createProgressReader = (store: Store): ((runId: string) => Promise<RunProgress>) => {
  let known: { readonly runId: string; readonly counts: Map<string, number> } = { runId: '', counts: new Map() };

  const countOf = async (key: string, read: () => Promise<number | undefined>, isFinal: boolean): Promise<number> => {
    const { counts } = known;
    const before = counts.get(key);
    if (before !== undefined) return before;
    const count = await read();
    if (count !== undefined && isFinal) counts.set(key, count);
    return count ?? 0;
  };

  const sumOf = async (listed: readonly string[], count: (key: string) => Promise<number>): Promise<number> => {
    let sum = 0;
    await inBatches(listed, async (key) => {
      const one = await count(key);
      sum += one;
    });
    return sum;
  };

  return async (runId) => {
    if (known.runId !== runId) known = { runId, counts: new Map() };
    const changes = await store.list(keys.allChanges(runId));
    if (changes.length === 0) return { done: 0, all: null };
    const all = await sumOf(changes, (key) =>
      countOf(key, async () => (await readIfWhole<ChangeList>(store, key))?.length, true),
    );
    const steps = lastSteps(await store.list(keys.allProgress(runId)));
    const done = await sumOf(steps, (key) =>
      countOf(
        key,
        async () => {
          if (!isStep(key)) return (await readIfWhole<ProgressObject>(store, key))?.attempts.length;
          const step = await readIfWhole<ProgressStep>(store, key);
          return step && step.place + step.attempts.length;
        },
        isStep(key),
      ),
    );
    return { done: Math.min(done, all), all };
  };
};
