import type { Decision } from '../model/decision.ts';
import { type ServiceName, serviceKey } from '../model/grouping.ts';
import { cents, costOfGb, formatExact, parseMoney } from '../model/money.ts';
import { oncePerObject } from '../model/remembering.ts';
import { counted } from '../model/visible-text.ts';

/** The share of one service in its budget, with the reason in a sentence. */
export interface BudgetShare extends ServiceName {
  /** Provisioned additional storage in GB; null when unknown. */
  readonly provisionedGb: number | null;
  /** Maximum of its rule, capped at the largest disk of its plan; null when it is only counted. */
  readonly wantGb: number | null;
  /** GB of `wantGb` that its rule guarantees before any tier is filled; null when it is only counted. */
  readonly atLeastGb: number | null;
  /** GB that keep its disk out of trouble for 7 days, as far as its rule allows them; null without a price. */
  readonly needGb: number | null;
  /** Its maximum before this plan; null when it has none. */
  readonly currentGb: number | null;
  /** Most GB that its disk has or can grow to by the maximum in force before this plan. */
  readonly inForceGb: number;
  /** Its part of the budget. */
  readonly shareGb: number;
  /** Its maximum after this plan, or the GB that it counts with. */
  readonly gb: number;
  /** Exact decimals, in the currency of the budget; null without a price. */
  readonly perGbMonth: string | null;
  readonly monthly: string | null;
  readonly reason: string;
}

/** How one budget is divided (design §8). Amounts are exact decimals for a whole month. */
export interface BudgetResult {
  readonly name: string;
  readonly currency: string;
  /** The amount in the policy. */
  readonly monthly: string;
  /** Money available: `monthly`, or for basis month-to-date the rate that lasts until the end of the month. */
  readonly grantableMonthly: string;
  /** What every maximum in force before this plan can cost: the money in force. */
  readonly inForceMonthly: string;
  /** Cost of all floors: provisioned storage, and maximums that cannot be lowered further. */
  readonly floorMonthly: string;
  /** The part of it that is not provisioned: maximums that count and that Headroom may not lower, such as those of others. */
  readonly heldMonthly: string;
  /** Cost of the maximums after this plan. */
  readonly allocatedMonthly: string;
  readonly leftMonthly: string;
  readonly services: number;
  /** Whether `floorMonthly` is more than `grantableMonthly`; no maximum is then raised. */
  readonly frozen: boolean;
  /** Why this plan grants nothing from it; null when grants are allowed. */
  readonly withheld: string | null;
  /** By project, then service. */
  readonly shares: readonly BudgetShare[];
}

/** Whether the maximums after a plan cost no more than the amount. */
export const fitsAfter = ({ allocatedMonthly, grantableMonthly }: BudgetResult): boolean =>
  (parseMoney(allocatedMonthly) ?? 0n) <= (parseMoney(grantableMonthly) ?? 0n);

/** Storage that is provisioned in a budget. */
interface Provisioned {
  /** Its cost, an exact decimal; `floorMonthly` is more where a maximum cannot be lowered. */
  readonly monthly: string;
  /** That services of unknown size or price are missing, as a part of a sentence; empty if none are. */
  readonly omits: string;
}

/** What is provisioned in a budget, added up once for each budget of a plan. */
export const provisionedIn = oncePerObject(({ shares }: Pick<BudgetResult, 'shares'>): Provisioned => {
  let [sum, unknown] = [0n, 0];
  for (const { provisionedGb, perGbMonth } of shares) {
    const price = perGbMonth === null ? null : parseMoney(perGbMonth);
    if (provisionedGb === null || (provisionedGb > 0 && price === null)) unknown += 1;
    else sum += costOfGb(price ?? 0n, provisionedGb);
  }
  return {
    monthly: formatExact(sum),
    omits: unknown === 0 ? '' : `without ${counted(unknown, 'service')} of unknown size or price`,
  };
});

/** What of a plan says who is in a budget. */
interface Divided {
  readonly budgets: readonly Pick<BudgetResult, 'shares'>[];
  readonly decisions: readonly Decision[];
}

/** The part of the money in force that no division can use, in a clause; empty if there is none. */
export const heldText = ({ heldMonthly }: Pick<BudgetResult, 'heldMonthly'>): string =>
  parseMoney(heldMonthly) === 0n ? '' : `${cents(heldMonthly)} of it in maximums that Headroom may not lower`;

/** How many services that the policy enables are in none of its budgets, as a sentence; empty if none are, or without budgets. */
export const outsideText = oncePerObject((plan: Divided): string => {
  if (plan.budgets.length === 0) return '';
  const members = new Set(plan.budgets.flatMap(({ shares }) => shares.map(serviceKey)));
  const outside = plan.decisions.filter(
    (decision) => decision.effect === 'enable' && !members.has(serviceKey(decision)),
  );
  if (outside.length === 0) return '';
  const [services, are, them] = [
    counted(outside.length, 'service'),
    ...(outside.length === 1 ? ['is', 'it'] : ['are', 'them']),
  ];
  return `${services} that the policy enables ${are} in no budget, so no amount counts or bounds ${them}.`;
});
