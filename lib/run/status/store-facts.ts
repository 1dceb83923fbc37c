import type { StoreOwner } from '../../core/audit/store-owner.ts';
import { grantsOn } from '../../core/grants/grants.ts';
import { isAboutList } from '../../core/inventory/project-list.ts';
import { oldestOf } from '../../core/inventory/readings.ts';
import { isoInstant } from '../../core/model/durations.ts';
import type { Mode } from '../../core/model/model.ts';
import type { Policy } from '../../core/model/policy-document.ts';
import { policyDefaults } from '../../core/policy/policy-defaults.ts';
import { judgeApprovals } from '../../core/status/approvals.ts';
import type { SeenByRun } from '../../core/status/platform.ts';
import type { ReadingFacts } from '../../core/status/readings.ts';
import type { LeaseFacts, ModeFacts, RunFacts } from '../../core/status/run.ts';
import { type Learnt, namesInLine, ok, problem, type StatusLine } from '../../core/status/status.ts';
import { parsePolicyOfAnyProfile } from '../../documents/documents.ts';
import type { Store } from '../../ports.ts';
import { openApprovals } from '../approval/approvals.ts';
import { readGrants } from '../policy/grants.ts';
import { readLatestReport } from '../publish/reports.ts';
import { readContent } from '../store/content.ts';
import { keys } from '../store/keys.ts';
import { readStoreMode } from '../store/mode.ts';
import { readIfWhole, readObject } from '../store/objects.ts';
import type { InventoryIndex, LatestReport, Lease, ReportObject, RunObject } from '../store/run-objects.ts';
import type { PolicyInForce } from '../store/schemas/memory.ts';

/** What `headroom status` finds. */
export interface Status {
  readonly lines: readonly StatusLine[];
  /** Whose the store is; null before the first run. */
  readonly owner: StoreOwner | null;
}

export const ownerOf = (lease: Learnt<LeaseFacts | null>): StoreOwner | null =>
  ('error' in lease ? null : lease.value?.owner) ?? null;

/** The fact, or the error message if it is unavailable. */
export const learn = async <T>(ask: () => Promise<T>): Promise<Learnt<T>> => {
  try {
    return { value: await ask() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
};

export const lastReport = async (store: Store): Promise<ReportObject | null> => (await readLatestReport(store)) ?? null;

/** Facts of the last run from its report. */
export const runFacts = (report: ReportObject | null, nowMs: number): RunFacts | null =>
  report && {
    runId: report.runId,
    outcome: report.outcome,
    endedMsAgo: nowMs - Date.parse(report.endedAt),
    error: report.error === null ? null : `${report.error}: ${report.cause ?? ''}`,
    digest: report.plan?.proposal?.digest ?? report.plan?.digest ?? null,
  };

/** The platform as the last run observed it. */
export const seenByRun = (report: ReportObject | null, nowMs: number): SeenByRun => {
  if (report === null) throw new Error('no run has called the platform yet');
  return {
    endedMsAgo: nowMs - Date.parse(report.endedAt),
    error: report.error === null ? null : { name: report.error, message: report.cause ?? '' },
    unread: report.unread,
    refusedWrites: (report.coverage?.missingPermissions ?? [])
      .filter(({ to }) => to === 'write')
      .map(({ project }) => project),
    listProblem: (report.plan?.findings ?? []).find(isAboutList)?.message ?? null,
  };
};

/** The ages of the last readings; null before the first run. A store belongs to one organization. */
export const readReadings = async (store: Store, nowMs: number): Promise<ReadingFacts | null> => {
  const index = await readObject<InventoryIndex>(store, keys.inventoryIndex);
  if (index === undefined) return null;
  const known = Object.entries(index.projects).map(([project, one]) => ({ project, ...one }));
  const oldest = oldestOf(known);
  return {
    projects: known.length,
    oldest: oldest === undefined ? null : { project: oldest.project, msAgo: nowMs - Date.parse(oldest.readAt) },
    promisedMinutes: index.promisedMinutes ?? null,
    newServiceMinutes: index.newServiceMinutes ?? null,
    neverRead: index.neverRead ?? [],
    troubled: known.flatMap(({ project, trouble }) => (trouble === undefined ? [] : [{ project, error: trouble }])),
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
const readStoredPolicy = async (store: Store): Promise<Policy | null> => {
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

/** Grants in force; none without one. */
export const grantLines = async (store: Store, nowMs: number): Promise<StatusLine[]> => {
  const stored = await learn(() => readGrants(store));
  if ('error' in stored) return [];
  const inForce = grantsOn(stored.value, isoInstant(nowMs).slice(0, 10));
  const texts = inForce.map(
    ({ project, service, maxGb, through }) => `${project}/${service} ${maxGb} GB through ${through}`,
  );
  return texts.length === 0 ? [] : [ok('grants', `${texts.length} in force: ${namesInLine(texts)}`)];
};

/** Lines about approvals; none without them. A policy that cannot be read has its line already. */
export const approvalLines = async (store: Store, nowMs: number): Promise<StatusLine[]> => {
  const policy = await learn(() => readStoredPolicy(store));
  if ('error' in policy) return [];
  const { guardrails } = policy.value ?? policyDefaults;
  const ports = { store, clock: { now: () => nowMs } };
  const open = await learn(() => openApprovals(ports, guardrails, null));
  return 'error' in open
    ? [problem('approvals', open.error, 'headroom runbook a-damaged-store')]
    : judgeApprovals(open.value, nowMs);
};

/** Whether the policy in the store is invalid, so that scheduled runs go on with an earlier one; no line if it is valid. */
export const policyLines = async (store: Store): Promise<StatusLine[]> => {
  const read = await learn(() =>
    Promise.all([store.get(keys.policy), readIfWhole<PolicyInForce>(store, keys.policyInForce)]),
  );
  // A store that cannot be read has its lines already.
  if ('error' in read) return [];
  const [stored, inForce] = read.value;
  if (stored === undefined || inForce === undefined) return [];
  try {
    parsePolicyOfAnyProfile(stored.body, keys.policy);
    return [];
  } catch (error) {
    const [first] = String(error instanceof Error ? error.message : error).split('\n');
    const says = `${keys.policy} is invalid (${first}); scheduled runs go on with the one of ${inForce.since}`;
    return [problem('policy', says, 'headroom validate FILE, then headroom policy put FILE')];
  }
};
