import type { Decision } from '../../core/model/decision.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { RunSummary } from '../../core/plan/run-summary.ts';
import type { Store } from '../../ports.ts';
import type { ReportObject } from '../store/run-objects.ts';
import { listRuns } from '../store/run-summaries.ts';
import { readReportIfWhole } from './reports.ts';

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
