import type { PlanKey, PriceKey } from '../model/model.ts';
import type { Money } from '../model/money.ts';
import type { Budget } from '../model/policy-document.ts';
import type { ServiceContext } from '../service/changes.ts';
import { planKeyText } from '../service/floor.ts';
import { type BudgetPosition, budgetPositionOf } from './position.ts';
import type { FoundPrice } from './service-price.ts';

/** A service of a budget with its position and price. */
export interface Member {
  readonly subject: ServiceContext;
  readonly position: Exclude<BudgetPosition, { kind: 'ask' }>;
  /** Per GB and month; null without a price. */
  readonly price: Money | null;
  /** Why there is no price; null with a price, and when it could not be read. */
  readonly noPrice: string | null;
  /** Names the price that could not be read; null if there is one, or none at all. */
  readonly unreadPrice: string | null;
}

/** Whether it costs its budget nothing now, whatever its price is. */
const isFree = (position: Member['position'], { actual }: ServiceContext): boolean =>
  position.kind === 'wants'
    ? position.floorGb === 0 && (actual.inForceGb ?? 0) === 0
    : position.kind === 'counted' && position.gb === 0;

/** The services of one budget, and the answers that it needs before it can be divided. */
export interface Membership {
  readonly budget: Budget;
  readonly members: readonly Member[];
  readonly needs: readonly PlanKey[];
  readonly priceNeeds: readonly PriceKey[];
  /**
   * Prices and plans that could not be read from the platform and without which the cost of the members is unknown. A
   * service without storage costs nothing at any price.
   */
  readonly unread: readonly string[];
  /** Prices that could not be read and for which those of the policy count. */
  readonly assumed: readonly string[];
}

interface PlanFacts {
  /** By `planKeyText`. */
  readonly unreadPlans: ReadonlySet<string>;
  readonly priceOf: (project: string, service: ServiceContext['service']) => FoundPrice;
}

interface Gathered extends Membership {
  readonly members: Member[];
  readonly needs: PlanKey[];
  readonly priceNeeds: PriceKey[];
  readonly unread: string[];
  readonly assumed: string[];
}

/** Adds a service, or records the answers that it needs first. */
const addMember = (into: Gathered, subject: ServiceContext, { unreadPlans, priceOf }: PlanFacts): void => {
  const { type, plan } = subject.service;
  const position = budgetPositionOf(subject);
  const price = priceOf(subject.judgement.decision.project, subject.service);
  if (position.kind === 'ask') into.needs.push(position.key);
  if (price.kind === 'ask') into.priceNeeds.push(price.key);
  if (position.kind === 'ask' || price.kind === 'ask') return;
  if (unreadPlans.has(planKeyText(type, plan))) into.unread.push(`the disk size of plan ${planKeyText(type, plan)}`);
  if (price.kind === 'unread' && !isFree(position, subject)) into.unread.push(price.what);
  if (price.kind === 'price' && price.unread !== undefined) into.assumed.push(price.unread);
  into.members.push({
    subject,
    position,
    price: price.kind === 'price' ? price.perGbMonth : null,
    noPrice: price.kind === 'none' ? price.why : null,
    unreadPrice: price.kind === 'unread' ? price.what : null,
  });
};

/** Groups services by budget; a service without a budget is in no group. */
export const membersOf = (
  budgets: readonly Budget[],
  contexts: readonly ServiceContext[],
  facts: PlanFacts,
): Membership[] => {
  const gathered = budgets.map(
    (budget): Gathered => ({ budget, members: [], needs: [], priceNeeds: [], unread: [], assumed: [] }),
  );
  const byName = new Map(gathered.map((each) => [each.budget.name, each]));
  for (const subject of contexts) {
    const into = subject.judgement.budget === null ? undefined : byName.get(subject.judgement.budget);
    if (into !== undefined) addMember(into, subject, facts);
  }
  const distinct = (texts: readonly string[]) => [...new Set(texts)].sort();
  return gathered.map((each) => ({ ...each, unread: distinct(each.unread), assumed: distinct(each.assumed) }));
};
