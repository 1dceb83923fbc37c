import type { Decision } from '../model/decision.ts';
import { groupBy, serviceKey } from '../model/grouping.ts';
import { costOfGb, formatExact, type Money, parseMoney } from '../model/money.ts';
import type { BudgetResult } from './result.ts';

/** Storage of one service and what it costs a month. Amounts are exact decimals; null means unknown or without a price. */
export interface ServiceCost {
  readonly project: string;
  readonly service: string;
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

/** The parts of a plan that costs come from. */
interface PricedPlan {
  readonly decisions: readonly Decision[];
  readonly budgets: readonly BudgetResult[];
}

/**
 * The costs of all services of a plan.
 * @param known by `serviceKey`; budgets of the plan take precedence
 */
export const serviceCosts = (
  { decisions, budgets }: PricedPlan,
  known: ReadonlyMap<string, SizeAndPrice>,
): ServiceCost[] => {
  const shares = new Map(
    budgets.flatMap(({ name, shares: ofBudget }) =>
      ofBudget.map((share) => [serviceKey(share), { ...share, name }] as const),
    ),
  );
  return decisions.map(({ project, service, rule, effect, maxAdditionalGb }) => {
    const key = serviceKey({ project, service });
    const [share, fact] = [shares.get(key), known.get(key)];
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

/** Sums of services with the same value, such as an owner. */
export interface CostSum {
  readonly value: string;
  readonly services: number;
  readonly diskGb: number;
  readonly provisionedGb: number;
  readonly provisionedMonthly: string;
  readonly maximumGb: number;
  readonly maximumMonthly: string;
  /** Services of which a size or a price is unknown: the sums do not contain it. */
  readonly incomplete: number;
}

const sum = (numbers: readonly (number | null)[]): number => numbers.reduce<number>((all, one) => all + (one ?? 0), 0);

const total = (amounts: readonly (string | null)[]): string =>
  formatExact(amounts.reduce((all, one) => all + (one === null ? 0n : (parseMoney(one) ?? 0n)), 0n));

const isIncomplete = ({ provisionedMonthly, maximumGb, maximumMonthly }: ServiceCost): boolean =>
  provisionedMonthly === null || (maximumGb !== null && maximumMonthly === null);

/** Sums over all services. */
export const costTotal = (value: string, costs: readonly ServiceCost[]): CostSum => ({
  value,
  services: costs.length,
  diskGb: sum(costs.map(({ diskGb }) => diskGb)),
  provisionedGb: sum(costs.map(({ provisionedGb }) => provisionedGb)),
  provisionedMonthly: total(costs.map(({ provisionedMonthly }) => provisionedMonthly)),
  maximumGb: sum(costs.map(({ maximumGb }) => maximumGb)),
  maximumMonthly: total(costs.map(({ maximumMonthly }) => maximumMonthly)),
  incomplete: costs.filter(isIncomplete).length,
});

/** Sums by a value of each service, in the order of the values; services without one (empty) come last. */
export const costSums = (costs: readonly ServiceCost[], valueIn: (cost: ServiceCost) => string): CostSum[] =>
  [...groupBy(costs, valueIn)]
    .sort(([a], [b]) => Number(a === '') - Number(b === '') || (a < b ? -1 : 1))
    .map(([value, group]) => costTotal(value, group));
