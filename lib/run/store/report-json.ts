import { type ChangeResultJson, changeResultJson } from '../../core/change/change-json.ts';
import { type PlanJson, planJson } from '../../core/plan/plan-json.ts';
import type { ReportObject } from './run-objects.ts';

/** How a run ended, in JSON, as it is stored and as people and programs read it. */
export interface ReportJson extends Omit<ReportObject, 'plan' | 'results'> {
  readonly plan: PlanJson | null;
  readonly results: readonly ChangeResultJson[];
}

/** A report in JSON; its members keep their order. */
export const reportJson = (report: ReportObject): ReportJson => ({
  ...report,
  plan: report.plan && planJson(report.plan),
  results: report.results.map(changeResultJson),
});
