import { subjectName } from '../../core/change/change.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';

/** Whether a list shows what concerns this place. */
export type Shows = (subject: { readonly project: string; readonly service?: string | null }) => boolean;

/** Limits the lists of a plan to some services. Digest, summary and guardrails remain of the whole plan. */
export const partOfPlan = (plan: Plan, shows: Shows): Plan => ({
  ...plan,
  changes: plan.changes.filter((change) => shows({ project: change.project, service: subjectName(change) })),
  ...(plan.proposal && { proposal: { ...plan.proposal, changes: plan.proposal.changes.filter(shows) } }),
  decisions: plan.decisions.filter(shows),
  findings: plan.findings.filter(shows),
  ...(plan.resolves && { resolves: plan.resolves.filter(shows) }),
  ...(plan.accepted && { accepted: plan.accepted.filter(shows) }),
  budgets: plan.budgets.map((budget) => ({ ...budget, shares: budget.shares.filter(shows) })),
  ...(plan.freeze && { freeze: { ...plan.freeze, waiting: plan.freeze.waiting.filter(shows) } }),
  ...(plan.forecast && { forecast: { ...plan.forecast, services: plan.forecast.services.filter(shows) } }),
});

/** Limits the lists of a report to some services. Sums and coverage remain of the whole run. */
export const partOfReport = (report: ReportObject, shows: Shows): ReportObject => ({
  ...report,
  plan: report.plan === null ? null : partOfPlan(report.plan, shows),
  results: report.results.filter((result) => shows({ project: result.project, service: subjectName(result) })),
  unread: report.unread.filter(({ project }) => shows({ project })),
});
