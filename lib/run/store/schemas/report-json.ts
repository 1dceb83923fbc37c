import { type ChangeResultJson, changeResultJson } from '../../../core/change/change-json.ts';
import { type PlanJson, planJson } from '../../../core/plan/plan-json.ts';
import type { ReportObject } from '../run-objects.ts';

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
