import type { Store } from '../ports.ts';
import { keys } from '../run/objects.ts';

/** Runs of which the local store keeps everything; a bucket has a lifecycle for that. */
const keptRuns = 30;

const removeAll = async (store: Store, prefix: string): Promise<void> => {
  for (const key of await store.list(prefix)) await store.delete(key);
};

/** Removes what a run that only looked has left in the store. */
export const forgetRun = (store: Store, runId: string): Promise<void> => removeAll(store, keys.runFolder(runId));

/** Removes all but the latest runs; their ids begin with the time. */
export const pruneRuns = async (store: Store): Promise<void> => {
  const runs = [...new Set((await store.list(keys.runs)).map((key) => key.split('/')[1] ?? ''))].sort();
  for (const run of runs.slice(0, -keptRuns)) await removeAll(store, `${keys.runs}${run}/`);
};
