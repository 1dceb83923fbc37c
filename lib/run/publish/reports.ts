import { StoreDamaged } from '../../contract/errors.ts';
import { type Change, type ChangeResult, endOf, resultsOf } from '../../core/change/change.ts';
import { type ChangeResultJson, changeResultJson } from '../../core/change/change-json.ts';
import type { Decision, Finding } from '../../core/model/decision.ts';
import { compositeKey, groupBy } from '../../core/model/grouping.ts';
import { type PlanJson, planJson } from '../../core/plan/plan-json.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { RunSummary } from '../../core/plan/run-summary.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readObject, writeObject } from '../store/objects.ts';
import type { LatestReport, ReportObject, StoredReport } from '../store/run-objects.ts';
import { listRuns } from '../store/run-summaries.ts';

/**
 * A report repeats nothing of its plan, which is an object of its own: readers put the two together. The latest report is the
 * name of its run.
 */

const byPart = <T extends Pick<Change, 'phase' | 'project'>>(changes: readonly T[]): Map<string, T[]> =>
  groupBy(changes, ({ phase, project }) => compositeKey(phase, project));

const endsOf = (results: readonly ChangeResult[]): StoredReport['results'] =>
  [...byPart(results).values()].flatMap((part) =>
    part.slice(0, 1).map(({ phase, project }) => ({ phase, project, ends: part.map(endOf) })),
  );

/**
 * Stores the report of a run whose plan is stored.
 * @param besides findings of the report that its plan does not have; they are its last ones
 */
export const writeReport = (store: Store, report: ReportObject, besides: readonly Finding[]): Promise<void> => {
  const { plan, results } = report;
  const findings = besides.length > 0 ? { findings: besides } : {};
  const stored = {
    ...report,
    plan: plan?.digest ?? null,
    ...findings,
    results: endsOf(results),
  } satisfies StoredReport;
  return writeObject(store, keys.report(report.runId), stored);
};

/** Names the run whose report is the latest one. */
export const nameLatest = (store: Store, { runId, endedAt, unpublished }: ReportObject): Promise<void> =>
  writeObject(store, keys.latestReport, { runId, endedAt, unpublished } satisfies LatestReport);

const damaged = (runId: string, problem: string): StoreDamaged =>
  new StoreDamaged(`${keys.report(runId)} in the store cannot be read (${problem}). See the report of another run.`);

const resultsIn = ({ runId, results }: StoredReport, plan: Plan | null): ChangeResult[] => {
  const planned = byPart(plan?.changes ?? []);
  return results.flatMap(({ phase, project, ends }) => {
    const changes = planned.get(compositeKey(phase, project)) ?? [];
    if (ends.length > changes.length) throw damaged(runId, 'it has results of changes that are not in its plan');
    return resultsOf(changes, ends);
  });
};

/** @throws StoreDamaged for a report without its plan */
const planOf = async (store: Store, { runId, plan: digest }: StoredReport): Promise<Plan | null> => {
  if (digest === null) return null;
  const plan = await readObject<Plan>(store, keys.plan(runId));
  if (plan === undefined) throw damaged(runId, `${keys.plan(runId)} is missing`);
  if (plan.digest !== digest) throw damaged(runId, `${keys.plan(runId)} is another plan`);
  return plan;
};

/** The report of a run with its plan; undefined if the run has none. @throws StoreDamaged */
export const readReport = async (store: Store, runId: string): Promise<ReportObject | undefined> => {
  const stored = await readObject<StoredReport>(store, keys.report(runId));
  if (stored === undefined) return undefined;
  const plan = await planOf(store, stored);
  const { findings = [], ...report } = stored;
  return {
    ...report,
    plan: plan && { ...plan, findings: [...plan.findings, ...findings] },
    results: resultsIn(stored, plan),
  };
};

/** The report of a run; undefined if it is missing or damaged. */
export const readReportIfWhole = (store: Store, runId: string): Promise<ReportObject | undefined> =>
  readReport(store, runId).catch((error: unknown) => {
    if (error instanceof StoreDamaged) return undefined;
    throw error;
  });

/** The report that an earlier task of the run has stored. @throws StoreDamaged */
export const needReport = async (store: Store, runId: string): Promise<ReportObject> => {
  const report = await readReport(store, runId);
  if (report === undefined) throw new Error(`the store has no ${keys.report(runId)}`);
  return report;
};

/** The latest report; undefined before the first one. @throws StoreDamaged, also if the report that is named is gone */
export const readLatestReport = async (store: Store): Promise<ReportObject | undefined> => {
  const latest = await readObject<LatestReport>(store, keys.latestReport);
  if (latest === undefined) return undefined;
  const { runId, endedAt } = latest;
  const report = await readReport(store, runId);
  if (report !== undefined) return report;
  throw new StoreDamaged(
    `${keys.latestReport} in the store names run ${runId}, which ended at ${endedAt}, but ${keys.report(runId)} is gone. The next run writes a report again.`,
  );
};

/** Runs among which the last one is looked for that describes the services. */
const shownRuns = 50;

/** Earlier reports that are read at most to find one that describes the services. */
const mostTried = 3;

/** Whether a plan is what the policy decides, and not an undo, adoption, reclaim or added storage. */
const isByPolicy = ({ redone, summary }: Plan): boolean =>
  redone === undefined && (summary.adopt ?? 0) === 0 && summary.reclaim === undefined && summary.grow === undefined;

/**
 * Whether a report describes the services and budgets of the organization. It does not after a failure before the plan, under
 * mode stop, for part of the projects, or for an undo, adoption, reclaim or added storage.
 */
export const describesServices = ({ plan, part }: ReportObject): boolean =>
  plan !== null && part === undefined && plan.decisions.length > 0 && isByPolicy(plan);

const mayDescribe = ({ endedAt, plan, part, undo, outcome }: RunSummary): boolean =>
  endedAt !== null && part === undefined && plan !== null && undo === null && outcome !== 'stopped';

/**
 * The newest readable report that describes the services; undefined if the store has none any more.
 * @param runs newest first
 */
export const lastDescription = async (store: Store, runs: readonly RunSummary[]): Promise<ReportObject | undefined> => {
  for (const { runId } of runs.filter(mayDescribe).slice(0, mostTried)) {
    const report = await readReportIfWhole(store, runId);
    if (report !== undefined && describesServices(report)) return report;
  }
  return undefined;
};

/** A report, if it describes the services, or else the newest one that does; undefined if the store has none any more. */
export const describing = async (store: Store, report: ReportObject): Promise<ReportObject | undefined> =>
  describesServices(report) ? report : lastDescription(store, (await listRuns(store, shownRuns)).runs);

/** A report, if its plan has what the policy decides about a service, or else the newest one that describes all services, if any. */
export const describingService = async (
  store: Store,
  report: ReportObject,
  { project, service }: Pick<Decision, 'project' | 'service'>,
): Promise<ReportObject> => {
  const { plan } = report;
  const hasIt = plan?.decisions.some((decision) => decision.project === project && decision.service === service);
  return plan !== null && hasIt && isByPolicy(plan) ? report : ((await describing(store, report)) ?? report);
};

/** JSON of a report, both in the store and for people and programs. */
interface ReportJson extends Omit<ReportObject, 'plan' | 'results'> {
  readonly plan: PlanJson | null;
  readonly results: readonly ChangeResultJson[];
}

/** Converts a report to JSON; its members keep their order. */
export const reportJson = (report: ReportObject): ReportJson => ({
  ...report,
  plan: report.plan && planJson(report.plan),
  results: report.results.map(changeResultJson),
});
