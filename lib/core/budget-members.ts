import type { PlanCaps } from './budget-standing.ts';
import { type Standing, standingOf } from './budget-standing.ts';
import type { PlanKey, PriceKey } from './model.ts';
import type { Money } from './money.ts';
import type { Budget } from './policy-document.ts';
import type { Case } from './service-changes.ts';
import type { FoundPrice } from './service-price.ts';

/** A service of a budget, whose standing and price are known. */
export interface Member {
  readonly of: Case;
  readonly standing: Exclude<Standing, { kind: 'ask' }>;
  /** Per GB and month; null when there is none. */
  readonly price: Money | null;
  /** Why there is no price; empty when there is one. */
  readonly noPrice: string;
}

/** The services of one budget, and what must be asked before it can be divided. */
export interface Membership {
  readonly budget: Budget;
  readonly members: readonly Member[];
  readonly needs: readonly PlanKey[];
  readonly priceNeeds: readonly PriceKey[];
}

/** Sorts cases by the budget that each belongs to; one that belongs to none is left out. */
export const membersOf = (
  budgets: readonly Budget[],
  cases: readonly Case[],
  planCaps: PlanCaps,
  priceOf: (project: string, service: Case['service']) => FoundPrice,
): Membership[] => {
  const gathered = budgets.map((budget) => ({
    budget,
    members: [] as Member[],
    needs: [] as PlanKey[],
    priceNeeds: [] as PriceKey[],
  }));
  const byName = new Map(gathered.map((each) => [each.budget.name, each]));
  for (const of of cases) {
    const into = of.judgement.budget === null ? undefined : byName.get(of.judgement.budget);
    if (into === undefined) continue;
    const standing = standingOf(of, planCaps);
    const price = priceOf(of.judgement.decision.project, of.service);
    if (standing.kind === 'ask') into.needs.push(standing.key);
    if (price.kind === 'ask') into.priceNeeds.push(price.key);
    if (standing.kind === 'ask' || price.kind === 'ask') continue;
    const found =
      price.kind === 'price' ? { price: price.perGbMonth, noPrice: '' } : { price: null, noPrice: price.why };
    into.members.push({ of, standing, ...found });
  }
  return gathered;
};
