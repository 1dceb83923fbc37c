import { keptApprovalDays } from '../contract/approval-limits.ts';
import type { Clock, Store } from '../ports.ts';
import { keys } from '../run/objects.ts';

/** Runs of which the local store keeps everything; a bucket has a lifecycle for that. */
const keptRuns = 30;

const removeAll = async (store: Store, prefix: string): Promise<void> => {
  for (const key of await store.list(prefix)) await store.delete(key);
};

/** Removes what a run that only looked has left in the store. */
export const forgetRun = (store: Store, runId: string): Promise<void> => removeAll(store, keys.runFolder(runId));

/** Removes all but the latest runs; their ids begin with the time. */
const pruneRuns = async (store: Store): Promise<void> => {
  const runs = [...new Set((await store.list(keys.runs)).map((key) => key.split('/')[1] ?? ''))].sort();
  for (const run of runs.slice(0, -keptRuns)) await removeAll(store, `${keys.runs}${run}/`);
};

const dayMs = 24 * 60 * 60 * 1000;

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
  const keptFromMs = clock.now() - keptApprovalDays * dayMs;
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
