import type { ChangeResult } from '../change/change.ts';
import type { Decision } from '../model/decision.ts';
import { byText, groupBy, type Place, serviceKey } from '../model/grouping.ts';
import { costOfGb, formatExact, type Money, parseMoney } from '../model/money.ts';
import { protectionOf, resultsByService } from '../service/protection.ts';
import type { BudgetResult } from './result.ts';

/** Storage of one service and what it costs a month. Amounts are exact decimals; null means unknown or without a price. */
export interface ServiceCost extends Place {
  readonly rule: string;
  /** Whole disk. */
  readonly diskGb: number | null;
  /** Additional storage that is provisioned, and its maximum by policy and budget; null without an autoscaler by policy. */
  readonly provisionedGb: number | null;
  readonly maximumGb: number | null;
  readonly perGbMonth: string | null;
  readonly provisionedMonthly: string | null;
  readonly maximumMonthly: string | null;
  /** The maximum of its autoscaler after the run; null without an autoscaler, or unknown. */
  readonly inForceGb: number | null;
  readonly inForceMonthly: string | null;
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
 * @param known by `serviceKey`; budgets of the plan take precedence
 * @param results changes of the run
 */
export const serviceCosts = (
  { decisions, budgets }: { readonly decisions: readonly Decision[]; readonly budgets: readonly BudgetResult[] },
  known: ReadonlyMap<string, SizeAndPrice>,
  results: readonly ChangeResult[] = [],
): ServiceCost[] => {
  const resultsOf = resultsByService(results);
  const shares = new Map(
    budgets.flatMap(({ name, shares: own }) => own.map((share) => [serviceKey(share), { ...share, name }] as const)),
  );
  return decisions.map((decision) => {
    const { project, service, rule, effect, maxAdditionalGb } = decision;
    const key = serviceKey({ project, service });
    const [share, fact] = [shares.get(key), known.get(key)];
    const perGbMonth = share?.perGbMonth ?? fact?.perGbMonth ?? null;
    const price = perGbMonth === null ? null : parseMoney(perGbMonth);
    const provisionedGb = share?.provisionedGb ?? fact?.provisionedGb ?? null;
    const maximumGb = effect === 'enable' ? (share?.gb ?? maxAdditionalGb ?? null) : null;
    const inForceGb = protectionOf(decision, resultsOf(decision))?.maximumGb ?? null;
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
      inForceGb,
      inForceMonthly: monthly(price, inForceGb),
      budget: share?.name ?? '',
    };
  });
};

/** Sums of services with the same value, such as an owner. A sum is null where it is known of no service. */
export interface CostSum {
  readonly value: string;
  readonly services: number;
  readonly diskGb: number | null;
  readonly provisionedGb: number | null;
  readonly provisionedMonthly: string | null;
  /** Maximums in force; pending ones do not count. */
  readonly maximumGb: number;
  readonly maximumMonthly: string | null;
  /** Maximums of the plan, including changes that wait for an approval or a freeze. */
  readonly plannedGb: number;
  readonly plannedMonthly: string | null;
  /** Services of which a size or a price is unknown: the sums do not contain it. */
  readonly incomplete: number;
}

const isKnown = <T>(value: T | null): value is T => value !== null;

/** A sum of tenths of a GB: sizes in MB make endless decimals. */
const sum = (numbers: readonly (number | null)[]): number | null => {
  const known = numbers.filter(isKnown);
  if (known.length === 0 && numbers.length > 0) return null;
  return Math.round(known.reduce((all, one) => all + one, 0) * 10) / 10;
};

const total = (amounts: readonly (string | null)[]): string | null => {
  const known = amounts.filter(isKnown);
  if (known.length === 0 && amounts.length > 0) return null;
  return formatExact(known.reduce((all, one) => all + (parseMoney(one) ?? 0n), 0n));
};

const isIncomplete = (cost: ServiceCost): boolean =>
  cost.provisionedMonthly === null ||
  (cost.inForceGb !== null && cost.inForceMonthly === null) ||
  (cost.maximumGb !== null && cost.maximumMonthly === null);

/** Sums over all services. */
export const costTotal = (value: string, costs: readonly ServiceCost[]): CostSum => {
  const limited = costs.filter(({ inForceGb }) => inForceGb !== null);
  const planned = costs.filter(({ maximumGb }) => maximumGb !== null);
  return {
    value,
    services: costs.length,
    diskGb: sum(costs.map(({ diskGb }) => diskGb)),
    provisionedGb: sum(costs.map(({ provisionedGb }) => provisionedGb)),
    provisionedMonthly: total(costs.map(({ provisionedMonthly }) => provisionedMonthly)),
    maximumGb: sum(limited.map(({ inForceGb }) => inForceGb)) ?? 0,
    maximumMonthly: total(limited.map(({ inForceMonthly }) => inForceMonthly)),
    plannedGb: sum(planned.map(({ maximumGb }) => maximumGb)) ?? 0,
    plannedMonthly: total(planned.map(({ maximumMonthly }) => maximumMonthly)),
    incomplete: costs.filter(isIncomplete).length,
  };
};

/** Sums by a value of each service, in the order of the values; services without one (empty) come last. */
export const costSums = (costs: readonly ServiceCost[], valueIn: (cost: ServiceCost) => string): CostSum[] =>
  [...groupBy(costs, valueIn)]
    .sort(([a], [b]) => Number(a === '') - Number(b === '') || byText(a, b))
    .map(([value, group]) => costTotal(value, group));
