import type { RunSummary } from '../../core/plan/run-summary.ts';
import type { Store } from '../../ports.ts';
import { readReportIfWhole } from './reports.ts';
import type { ReportObject } from '../store/run-objects.ts';
import { listRuns } from '../store/run-summaries.ts';

/** Runs among which the last one is looked for that describes the services. */
const shownRuns = 50;

/** Earlier reports that are read at most to find one that describes the services. */
const mostTried = 3;

/**
 * Whether a report describes the services and budgets of the organization. It does not after a failure before the plan, under
 * mode stop, for part of the projects, or for an undo, adoption, reclaim or preparation.
 */
export const describesServices = ({ plan, part }: ReportObject): boolean =>
  plan !== null &&
  part === undefined &&
  plan.decisions.length > 0 &&
  plan.redone === undefined &&
  (plan.summary.adopt ?? 0) === 0 &&
  plan.summary.reclaim === undefined &&
  plan.summary.prepare === undefined;

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
