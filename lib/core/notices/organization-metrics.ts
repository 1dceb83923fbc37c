import { provisionedIn } from '../budget/result.ts';
import { formatExact, parseMoney } from '../model/money.ts';
import type { Plan } from '../plan/plan-result.ts';
import type { Coverage } from './coverage.ts';

/** The organization after a run, in numbers that make a graph. */
export interface OrganizationMetrics {
  /** Services with an autoscaler, of Headroom or another. */
  readonly protected: number;
  /** Services that the policy wants to protect and that have no autoscaler yet. */
  readonly unprotected: number;
  /** Exact decimals, in the currency of the policy: monthly cost in all budgets of the granted maximums, … */
  readonly grantedMonthly: string;
  /** … and of the provisioned storage. */
  readonly provisionedMonthly: string;
}

const sum = (amounts: readonly string[]): string =>
  formatExact(amounts.reduce((total, amount) => total + (parseMoney(amount) ?? 0n), 0n));

/** Levels after a run; undefined if the run does not know the whole organization. */
export const organizationMetricsOf = (
  plan: Pick<Plan, 'budgets'> | null,
  coverage: Pick<Coverage, 'protection'> | undefined,
): OrganizationMetrics | undefined => {
  const protection = coverage?.protection;
  if (plan === null || protection === undefined) return undefined;
  const { budgets } = plan;
  return {
    protected: protection.protectedByUs + protection.protectedByOthers,
    unprotected: protection.eligibleNotYet,
    grantedMonthly: sum(budgets.map(({ allocatedMonthly }) => allocatedMonthly)),
    provisionedMonthly: sum(budgets.map((budget) => provisionedIn(budget).monthly)),
  };
};
