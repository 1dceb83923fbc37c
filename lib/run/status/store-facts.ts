import { oldestOf } from '../../core/inventory/readings.ts';
import type { Mode } from '../../core/model/model.ts';
import type { Policy } from '../../core/model/policy-document.ts';
import type { ReadingFacts } from '../../core/status/readings.ts';
import type { LeaseFacts, ModeFacts } from '../../core/status/run.ts';
import type { Learnt } from '../../core/status/status.ts';
import { parsePolicyOfAnyProfile } from '../../documents/documents.ts';
import type { Store } from '../../ports.ts';
import { readLatestReport } from '../publish/reports.ts';
import { readContent } from '../store/content.ts';
import { keys } from '../store/keys.ts';
import { readStoreMode } from '../store/mode.ts';
import { readObject } from '../store/objects.ts';
import type { InventoryIndex, LatestReport, Lease, ReportObject, RunObject } from '../store/run-objects.ts';

/** The fact, or the error message if it is unavailable. */
export const learn = async <T>(ask: () => Promise<T>): Promise<Learnt<T>> => {
  try {
    return { value: await ask() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
};

export const lastReport = async (store: Store): Promise<ReportObject | null> => (await readLatestReport(store)) ?? null;

/** The ages of the last readings; null before the first run. A store belongs to one organization. */
export const readReadings = async (store: Store, nowMs: number): Promise<ReadingFacts | null> => {
  const index = await readObject<InventoryIndex>(store, keys.inventoryIndex);
  if (index === undefined) return null;
  const projects = Object.entries(index.projects).map(([project, times]) => ({ project, ...times }));
  const oldest = oldestOf(projects);
  return {
    projects: projects.length,
    oldest: oldest === undefined ? null : { project: oldest.project, msAgo: nowMs - Date.parse(oldest.readAt) },
    promisedMinutes: index.promisedMinutes ?? null,
    newServiceMinutes: index.newServiceMinutes ?? null,
    neverRead: index.neverRead ?? [],
    troubled: projects.flatMap(({ project, trouble }) => (trouble === undefined ? [] : [{ project, error: trouble }])),
  };
};

/** The lease; null while none is there. `isAbandoned` says whether its holder is known to have ended. */
export const readLease = async (
  store: Store,
  nowMs: number,
  isAbandoned: (lease: Lease) => boolean,
): Promise<LeaseFacts | null> => {
  const stored = await store.get(keys.lease);
  if (stored === undefined) return null;
  const lease = readContent<Lease>(keys.lease, stored.body);
  const run = await readObject<RunObject>(store, keys.run(lease.runId));
  const report = await store.get(keys.report(lease.runId));
  const latest = await readObject<LatestReport>(store, keys.latestReport);
  return {
    runId: lease.runId,
    holder: lease.holder,
    heldForMs: run === undefined ? null : nowMs - Date.parse(run.startedAt),
    leftMs: lease.released || lease.rests ? 0 : Date.parse(lease.expiresAt) - nowMs,
    rests: lease.rests,
    // Objects of a run expire after some time; what names the latest report stays.
    reported: report !== undefined || latest?.runId === lease.runId,
    abandoned: isAbandoned(lease),
    owner: lease.owner,
  };
};

/** The policy in the store; null without one. @throws PolicyInvalid */
export const readStoredPolicy = async (store: Store): Promise<Policy | null> => {
  const stored = await store.get(keys.policy);
  return stored === undefined ? null : parsePolicyOfAnyProfile(stored.body, keys.policy);
};

/** The mode of the policy in the store; null without a policy. @throws PolicyInvalid */
export const readPolicyMode = async (store: Store): Promise<Mode | null> =>
  (await readStoredPolicy(store))?.mode ?? null;

/** The mode of the policy in the store, and the override in the store. @throws PolicyInvalid */
export const readMode = async (store: Store): Promise<ModeFacts> => ({
  policy: await readPolicyMode(store),
  store: await readStoreMode(store),
});
