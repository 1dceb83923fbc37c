import type { Decision } from '../model/decision.ts';
import { costOfGb, formatExact, type Money, parseMoney } from '../model/money.ts';
import type { BudgetShare } from './result.ts';

/** Size and price of a service, from outside its plan. Amounts are exact decimals; null means unknown or without a price. */
export interface SizeAndPrice {
  /** Whole disk. */
  readonly diskGb: number | null;
  /** Provisioned additional storage in whole GB. */
  readonly provisionedGb: number | null;
  readonly perGbMonth: string | null;
}

/** The same with what it costs a month: as provisioned, and at its maximum by policy and budget, if it has one. */
interface ServiceCost extends SizeAndPrice {
  readonly provisionedMonthly: string | null;
  readonly maximumMonthly: string | null;
}

const monthly = (price: Money | null, gb: number | null): string | null =>
  price === null || gb === null ? null : formatExact(costOfGb(price, gb));

/**
 * The costs of one service of a plan.
 * @param share takes precedence over what is known besides the plan; null without a budget
 */
export const serviceCost = (
  { effect, maxAdditionalGb }: Decision,
  share: BudgetShare | null,
  known: SizeAndPrice | undefined,
): ServiceCost => {
  const perGbMonth = share?.perGbMonth ?? known?.perGbMonth ?? null;
  const price = perGbMonth === null ? null : parseMoney(perGbMonth);
  const provisionedGb = share?.provisionedGb ?? known?.provisionedGb ?? null;
  const maximumGb = effect === 'enable' ? (share?.gb ?? maxAdditionalGb ?? null) : null;
  return {
    diskGb: known?.diskGb ?? null,
    provisionedGb,
    perGbMonth,
    provisionedMonthly: monthly(price, provisionedGb),
    maximumMonthly: monthly(price, maximumGb),
  };
};
