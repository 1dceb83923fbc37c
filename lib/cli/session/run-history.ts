import { approvalRetentionDays } from '../../contract/store-keys.ts';
import { dayMs } from '../../core/model/durations.ts';
import { groupBy } from '../../core/model/grouping.ts';
import type { Clock, Store } from '../../ports.ts';
import { noteUnsealed } from '../../run/audit/log.ts';
import { keys } from '../../run/store/keys.ts';

/** Runs of which the local store keeps everything; a bucket has a lifecycle for that. */
const keptRuns = 30;

const removeAll = async (store: Store, prefix: string): Promise<void> => {
  for (const key of await store.list(prefix)) await store.delete(key);
};

/** Removes what a run that only looked has left in the store. */
export const forgetRun = (store: Store, runId: string): Promise<void> => removeAll(store, keys.runFolder(runId));

/** Keys of everything that runs have stored, by the names of their folders. */
const runFolders = async (store: Store): Promise<Map<string, string[]>> =>
  groupBy(await store.list(keys.runs), (key) => key.split('/')[1] ?? '');

/** Whether a run, by what is in its folder, wrote and is not in the audit yet: the audit is made from its folder. */
const awaitsSeal = (objects: readonly string[]): boolean =>
  objects.some((key) => key.split('/')[2] === 'progress') && !objects.some((key) => key.endsWith('/sealed.json'));

/**
 * Notes the runs that wrote and are not in the audit by what is there, so that the next run seals them: also where the
 * lease of such a run is gone, or an earlier version has left no note.
 */
export const noteByWhatIsThere = async (store: Store): Promise<void> => {
  for (const [folder, objects] of await runFolders(store)) {
    if (awaitsSeal(objects)) await noteUnsealed(store, decodeURIComponent(folder));
  }
};

/** Removes all but the latest runs and those that are not in the audit yet; their ids begin with the time. */
const pruneRuns = async (store: Store): Promise<void> => {
  const folders = await runFolders(store);
  for (const folder of [...folders.keys()].sort().slice(0, -keptRuns)) {
    const objects = folders.get(folder) ?? [];
    if (!awaitsSeal(objects)) for (const key of objects) await store.delete(key);
  }
};

/** When a proposal was made, or an approval used; NaN where that cannot be read. */
const timeIn = (body: string): number => {
  try {
    const { proposedAt, usedAt } = JSON.parse(body) as { readonly proposedAt?: string; readonly usedAt?: string };
    return Date.parse(proposedAt ?? usedAt ?? '');
  } catch {
    return Number.NaN;
  }
};

/**
 * Removes proposals and approvals that are too old to count. One whose time cannot be read stays: whoever asks for it is
 * told so, and it is no reason to fail a command that has done its work.
 */
const pruneApprovals = async ({ store, clock }: { store: Store; clock: Clock }): Promise<void> => {
  const keptFromMs = clock.now() - approvalRetentionDays * dayMs;
  for (const key of [...(await store.list(keys.proposals)), ...(await store.list(keys.approvals))]) {
    const stored = await store.get(key);
    if (stored !== undefined && timeIn(stored.body) < keptFromMs) await store.delete(key);
  }
};

/** Runs of which the local store keeps what `headroom runs` lists. */
const keptSummaries = 1000;

/** Removes all but the latest summaries; their keys begin with the time. */
const pruneSummaries = async (store: Store): Promise<void> => {
  const summaries = await store.list(keys.runSummaries);
  for (const key of summaries.slice(0, -keptSummaries)) await store.delete(key);
};

/** Removes what nobody needs any more, after a command that writes. */
export const prune = async (ports: { store: Store; clock: Clock }): Promise<void> => {
  await pruneRuns(ports.store);
  await pruneSummaries(ports.store);
  await pruneApprovals(ports);
};
