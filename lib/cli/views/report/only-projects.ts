import type { Plan } from '../../../core/plan/plan-result.ts';
import { compilePatterns } from '../../../core/policy/glob.ts';
import type { ReportObject } from '../../../run/store/run-objects.ts';

interface OfProject {
  readonly project: string;
}

const planOf = (plan: Plan, shows: (item: OfProject) => boolean): Plan => ({
  ...plan,
  changes: plan.changes.filter(shows),
  decisions: plan.decisions.filter(shows),
  // Findings about the whole organization concern every project.
  findings: plan.findings.filter((finding) => finding.project === '' || shows(finding)),
  budgets: plan.budgets.map((budget) => ({ ...budget, shares: budget.shares.filter(shows) })),
  ...(plan.freeze && { freeze: { ...plan.freeze, waiting: plan.freeze.waiting.filter(shows) } }),
  ...(plan.forecast && { forecast: { ...plan.forecast, services: plan.forecast.services.filter(shows) } }),
});

/**
 * Limits the lists of a report to some projects. Sums and coverage remain those of the whole run.
 * @param patterns globs over names; `!` excludes
 */
export const onlyProjects = (report: ReportObject, patterns: readonly string[]): ReportObject => {
  const isShown = compilePatterns(patterns);
  const shows = ({ project }: OfProject): boolean => isShown(project);
  return {
    ...report,
    plan: report.plan === null ? null : planOf(report.plan, shows),
    results: report.results.filter(shows),
    unread: report.unread.filter(shows),
  };
};
