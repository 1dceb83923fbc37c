import type { Shortage } from '../disk/disk-findings.ts';
import type { Finding } from '../model/decision.ts';
import { groupBy } from '../model/grouping.ts';
import type { PlanKey, PriceKey, UnreadProject } from '../model/model.ts';
import type { Money } from '../model/money.ts';
import type { Budget, Policy } from '../model/policy-document.ts';
import { compileProjectBudgets } from '../policy/budget-scope.ts';
import type { ServiceContext } from '../service/changes.ts';
import { planBudget } from './division.ts';
import { type Membership, membersOf } from './members.ts';
import type { DiskFacts } from './need/disk-needs.ts';
import { whyCounted } from './position.ts';
import type { BudgetResult } from './result.ts';
import type { FoundPrice } from './service-price.ts';
import { shortagesOf, shortFindings } from './starved.ts';
import type { Target } from './target.ts';

/** The division of all budgets of a policy. */
export interface BudgetPlans {
  readonly results: readonly BudgetResult[];
  readonly targets: ReadonlyMap<ServiceContext, Target>;
  readonly findings: readonly Finding[];
  /** Services whose need a divided budget does not meet, and what they lack. */
  readonly starved: ReadonlyMap<ServiceContext, Shortage>;
  readonly needs: readonly PlanKey[];
  readonly priceNeeds: readonly PriceKey[];
}

interface BudgetsInput extends DiskFacts {
  readonly policy: Policy;
  readonly contexts: readonly ServiceContext[];
  readonly unread: readonly UnreadProject[];
  /** Plans that could not be read from the platform, by `planKeyText`. */
  readonly unreadPlans: ReadonlySet<string>;
  readonly priceOf: (project: string, service: ServiceContext['service']) => FoundPrice;
  /** Money available in a budget, per month. */
  readonly grantable: (membership: Membership) => Money;
}

const isOpen = ({ needs, priceNeeds }: Membership): boolean => needs.length + priceNeeds.length > 0;

/** A budget grants nothing until all of its plans and prices are known; it decides nothing of services that only count. */
const targetsOnHold = (contexts: readonly ServiceContext[], open: readonly Budget[]): Map<ServiceContext, Target> => {
  const names = new Set(open.map(({ name }) => name));
  const reason = 'Its budget cannot be divided until the sizes and prices of all its plans are known.';
  const held = contexts.filter((subject) => names.has(subject.judgement.budget ?? '') && whyCounted(subject) === null);
  return new Map(held.map((subject) => [subject, { kind: 'hold', reason }]));
};

/** Divides every budget among its services (design §8). A budget that lacks an answer asks for it and gives no share. */
export const planBudgets = (input: BudgetsInput): BudgetPlans => {
  const { policy, contexts, unread, grantable, fillOf } = input;
  const memberships = membersOf(policy.budgets, contexts, input);
  const open = memberships.filter(isOpen);
  const budgetsOf = compileProjectBudgets(policy);
  const unreadOf = groupBy(
    unread.flatMap(({ project }) => [...budgetsOf(project)].map((budget) => ({ budget, project }))),
    ({ budget }) => budget,
  );
  const plans = memberships
    .filter((membership) => !isOpen(membership))
    .map((membership) => {
      const projects = (unreadOf.get(membership.budget.name) ?? []).map(({ project }) => project);
      return planBudget(membership, {
        grantable: grantable(membership),
        currency: policy.prices.currency,
        unread: projects,
        disks: input,
      });
    });
  const targets = targetsOnHold(
    contexts,
    open.map(({ budget }) => budget),
  );
  for (const plan of plans) for (const [subject, target] of plan.targets) targets.set(subject, target);
  return {
    results: plans.map(({ result }) => result),
    targets,
    findings: plans.flatMap(({ findings, starvation }) => [...findings, ...shortFindings(starvation, fillOf)]),
    starved: new Map(plans.flatMap(({ starvation }) => shortagesOf(starvation))),
    needs: open.flatMap(({ needs }) => needs),
    priceNeeds: open.flatMap(({ priceNeeds }) => priceNeeds),
  };
};
