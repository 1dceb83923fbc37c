import type { PlanKey, PriceKey } from '../model/model.ts';
import type { Money } from '../model/money.ts';
import type { Budget } from '../model/policy-document.ts';
import type { ServiceContext } from '../service/changes.ts';
import { planKeyText } from '../service/floor.ts';
import { type BudgetPosition, budgetPositionOf, type PlanCaps } from './position.ts';
import type { FoundPrice } from './service-price.ts';

/** A service of a budget, whose standing and price are known. */
export interface Member {
  readonly subject: ServiceContext;
  readonly position: Exclude<BudgetPosition, { kind: 'ask' }>;
  /** Per GB and month; null when there is none. */
  readonly price: Money | null;
  /** Why there is no price; null when there is one, and while the platform could not be asked for it. */
  readonly noPrice: string | null;
}

/** The services of one budget, and what must be asked before it can be divided. */
export interface Membership {
  readonly budget: Budget;
  readonly members: readonly Member[];
  readonly needs: readonly PlanKey[];
  readonly priceNeeds: readonly PriceKey[];
  /** Prices and plans that the platform could not be asked for: without them nobody knows what the members cost. */
  readonly unread: readonly string[];
}

/** What is known of plans and prices. */
export interface Known {
  readonly planCaps: PlanCaps;
  /** By `planKeyText`. */
  readonly unreadPlans: ReadonlySet<string>;
  readonly priceOf: (project: string, service: ServiceContext['service']) => FoundPrice;
}

interface Gathered extends Membership {
  readonly members: Member[];
  readonly needs: PlanKey[];
  readonly priceNeeds: PriceKey[];
  readonly unread: string[];
}

/** Takes a service in, or notes what must be asked first. */
const take = (into: Gathered, subject: ServiceContext, { planCaps, unreadPlans, priceOf }: Known): void => {
  const { type, plan } = subject.service;
  const standing = budgetPositionOf(subject, planCaps);
  const price = priceOf(subject.judgement.decision.project, subject.service);
  if (standing.kind === 'ask') into.needs.push(standing.key);
  if (price.kind === 'ask') into.priceNeeds.push(price.key);
  if (standing.kind === 'ask' || price.kind === 'ask') return;
  if (unreadPlans.has(planKeyText(type, plan))) into.unread.push(`the disk of plan ${planKeyText(type, plan)}`);
  if (price.kind === 'unread') into.unread.push(price.what);
  into.members.push({
    subject,
    position: standing,
    price: price.kind === 'price' ? price.perGbMonth : null,
    noPrice: price.kind === 'none' ? price.why : null,
  });
};

/** Sorts cases by the budget that each belongs to; one that belongs to none is left out. */
export const membersOf = (budgets: readonly Budget[], cases: readonly ServiceContext[], known: Known): Membership[] => {
  const gathered = budgets.map((budget): Gathered => ({ budget, members: [], needs: [], priceNeeds: [], unread: [] }));
  const byName = new Map(gathered.map((each) => [each.budget.name, each]));
  for (const subject of cases) {
    const into = subject.judgement.budget === null ? undefined : byName.get(subject.judgement.budget);
    if (into !== undefined) take(into, subject, known);
  }
  return gathered.map((each) => ({ ...each, unread: [...new Set(each.unread)].sort() }));
};
