import { approvalRetentionDays, deliveryRetentionDays } from '../../contract/store-keys.ts';
import { dayMs } from '../../core/model/durations.ts';
import { groupBy } from '../../core/model/grouping.ts';
import type { Clock, Store } from '../../ports.ts';
import { noteUnsealed } from '../../run/audit/log.ts';
import { keys, proposedPlanOfPart } from '../../run/store/keys.ts';
import { isLog } from '../../run/store/logs.ts';
import { readIfWhole } from '../../run/store/objects.ts';
import type { LatestReport } from '../../run/store/run-objects.ts';

/** Runs of which the local store retains every object; a bucket has a lifecycle rule for this. */
const maxRuns = 30;

/** Keys of all objects of runs, by the name of the run's folder. */
export const runFolders = async (store: Store): Promise<Map<string, string[]>> =>
  groupBy(await store.list(keys.runs), (key) => key.split('/')[1] ?? '');

/** Whether the objects of a run show writes that are not in the audit yet. The audit is built from these objects. */
const awaitsSeal = (objects: readonly string[]): boolean =>
  objects.some(isLog) && !objects.some((key) => key.endsWith('/sealed.json'));

/**
 * Notes the runs whose writes are not in the audit yet, so that the next run seals them. Reads the objects of the runs,
 * because a person may have deleted the lease and the note of a run.
 */
export const noteUnsealedRuns = async (store: Store): Promise<void> => {
  for (const [folder, objects] of await runFolders(store)) {
    if (awaitsSeal(objects)) await noteUnsealed(store, decodeURIComponent(folder));
  }
};

/**
 * Keeps the latest run, the run of the latest report and runs that are not in the audit yet; removes all others. Run ids begin with
 * the time.
 */
const pruneRuns = async (store: Store): Promise<void> => {
  const folders = await runFolders(store);
  const reported = (await readIfWhole<LatestReport>(store, keys.latestReport))?.runId;
  for (const folder of [...folders.keys()].sort().slice(0, -maxRuns)) {
    const objects = folders.get(folder) ?? [];
    const isReported = reported !== undefined && objects.includes(keys.report(reported));
    if (!isReported && !awaitsSeal(objects)) for (const key of objects) await store.delete(key);
  }
};

/** Time of the proposed plan that an object belongs to, or of a message, in epoch milliseconds; NaN if it is unreadable. */
const timeIn = (body: string): number => {
  try {
    const { proposedAt, createdAt } = JSON.parse(body) as Readonly<Record<string, string | undefined>>;
    return Date.parse(proposedAt ?? createdAt ?? '');
  } catch {
    return Number.NaN;
  }
};

/**
 * Removes objects that are older than a number of days. An object with an unreadable time stays: it fails when it is used, not at the
 * end of an unrelated command.
 */
const pruneFolders = async (
  { store, clock }: { store: Store; clock: Clock },
  folders: readonly string[],
  days: number,
): Promise<void> => {
  const oldestMs = clock.now() - days * dayMs;
  const listed = (await Promise.all(folders.map((folder) => store.list(folder)))).flat();
  for (const [object, parts] of groupBy(listed, (key) => proposedPlanOfPart(key) ?? key)) {
    const stored = await store.get(object);
    if (stored === undefined || !(timeIn(stored.body) < oldestMs)) continue;
    for (const key of new Set([object, ...parts])) await store.delete(key);
  }
};

/** Run summaries that the local store retains for `headroom runs`. */
const maxSummaries = 1000;

/** Removes all but the latest summaries. Their keys begin with the time. */
const pruneSummaries = async (store: Store): Promise<void> => {
  const summaries = await store.list(keys.runSummaries);
  for (const key of summaries.slice(0, -maxSummaries)) await store.delete(key);
};

/** Removes old runs, summaries and approvals, after a command that writes. */
export const prune = async (ports: { store: Store; clock: Clock }): Promise<void> => {
  await pruneRuns(ports.store);
  await pruneSummaries(ports.store);
  await pruneFolders(ports, [keys.proposedPlans, keys.approvals, keys.approvalUses], approvalRetentionDays);
  await pruneFolders(ports, [keys.messages], deliveryRetentionDays);
};
