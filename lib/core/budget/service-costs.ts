import type { Decision } from '../model/decision.ts';
import { type ServiceName, serviceKey } from '../model/grouping.ts';
import { costOfGb, formatExact, type Money, parseMoney } from '../model/money.ts';
import type { BudgetResult } from './result.ts';

/** Storage of one service and what it costs a month. Amounts are exact decimals; null means unknown or without a price. */
export interface ServiceCost extends ServiceName {
  readonly rule: string;
  /** Whole disk. */
  readonly diskGb: number | null;
  /** Additional storage that is provisioned, and its maximum by policy and budget; null without an autoscaler by policy. */
  readonly provisionedGb: number | null;
  readonly maximumGb: number | null;
  readonly perGbMonth: string | null;
  readonly provisionedMonthly: string | null;
  readonly maximumMonthly: string | null;
  /** Empty without one. */
  readonly budget: string;
}

const monthly = (price: Money | null, gb: number | null): string | null =>
  price === null || gb === null ? null : formatExact(costOfGb(price, gb));

/** Size and price of a service, from outside its plan. */
export interface SizeAndPrice {
  readonly diskGb: number | null;
  /** Provisioned additional storage in whole GB. */
  readonly provisionedGb: number | null;
  readonly perGbMonth: string | null;
}

/**
 * The costs of all services of a plan.
 * @param sizes by `serviceKey`; budgets of the plan take precedence
 */
export const serviceCosts = (
  { decisions, budgets }: { readonly decisions: readonly Decision[]; readonly budgets: readonly BudgetResult[] },
  sizes: ReadonlyMap<string, SizeAndPrice>,
): ServiceCost[] => {
  const shares = new Map(
    budgets.flatMap(({ name, shares: own }) => own.map((share) => [serviceKey(share), { ...share, name }] as const)),
  );
  return decisions.map((decision) => {
    const { project, service, rule, effect, maxAdditionalGb } = decision;
    const key = serviceKey({ project, service });
    const [share, fact] = [shares.get(key), sizes.get(key)];
    const perGbMonth = share?.perGbMonth ?? fact?.perGbMonth ?? null;
    const price = perGbMonth === null ? null : parseMoney(perGbMonth);
    const provisionedGb = share?.provisionedGb ?? fact?.provisionedGb ?? null;
    const maximumGb = effect === 'enable' ? (share?.gb ?? maxAdditionalGb ?? null) : null;
    return {
      project,
      service,
      rule,
      diskGb: fact?.diskGb ?? null,
      provisionedGb,
      maximumGb,
      perGbMonth,
      provisionedMonthly: monthly(price, provisionedGb),
      maximumMonthly: monthly(price, maximumGb),
      budget: share?.name ?? '',
    };
  });
};
