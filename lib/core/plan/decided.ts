import { planRequested } from '../adoption/adoption.ts';
import { grantableOf } from '../budget/basis.ts';
import { type DiskFacts, withReplicas } from '../budget/need/disk-needs.ts';
import { type BudgetPlans, planBudgets } from '../budget/plan-budgets.ts';
import type { BudgetResult } from '../budget/result.ts';
import { type PlatformPrices, type PriceFinder, priceFinder } from '../budget/service-price.ts';
import { type Change, maximumMove, updatesEndpoint } from '../change/change.ts';
import { disksOf } from '../disk/disks.ts';
import { runawayFinding } from '../disk/runaway-finding.ts';
import { fillIn, needIn, serviceForecastsOf } from '../forecast/contexts.ts';
import type { ServiceForecast } from '../forecast/plan-forecast.ts';
import { grantsOn } from '../grants/grants.ts';
import type { Finding } from '../model/decision.ts';
import { type ServiceName, serviceKey } from '../model/grouping.ts';
import type { Maximum } from '../model/model.ts';
import { compilePolicy } from '../policy/policy.ts';
import { planGrowth } from '../resize/grow.ts';
import { planReclaims } from '../resize/reclaim.ts';
import type { ServiceContext } from '../service/changes.ts';
import { planUndo, type UndoPlan } from '../undo/undo.ts';
import { contextsOf } from './contexts.ts';
import { type Gathered, gather, gatherRequested, limitByPlan, nothingGathered } from './gathered.ts';
import type { PlanInput } from './plan-input.ts';
import { disabledByTag } from './waits/harm.ts';

/** The plans of requests. */
interface RequestPlan {
  /** Undefined for a plan that applies the policy. */
  readonly requested: UndoPlan | undefined;
  /** The same for an undo. */
  readonly undone?: UndoPlan;
  /** Services whose use a measurement of today would tell. */
  readonly toMeasure: readonly ServiceName[];
}

const grantFinder = ({ grants = [], today }: PlanInput) => {
  const granted = new Map(grantsOn(grants, today).map((grant) => [serviceKey(grant), grant]));
  return (service: ServiceName) => granted.get(serviceKey(service));
};

/** Plans what a run does instead of applying the policy. */
const planRequest = (
  input: PlanInput,
  contexts: readonly ServiceContext[],
  prices: PriceFinder,
  { budgets, needGbOf }: { readonly budgets: readonly BudgetResult[]; readonly needGbOf: DiskFacts['needGbOf'] },
): RequestPlan => {
  const { undo, adopt, reclaim, grow } = input;
  if (undo !== undefined) {
    const undone = planUndo(undo, contexts, input.lastingOptions);
    return { requested: undone, undone, toMeasure: [] };
  }
  const { currency } = input.policy.prices;
  const disks = { fillOf: fillIn(input.forecasts), needGbOf };
  const facts = { forecasts: input.forecasts, prices, currency, grantOf: grantFinder(input) };
  const requested =
    (adopt && planRequested(adopt, contexts)) ??
    (reclaim && planReclaims(reclaim, contexts, facts)) ??
    (grow && planGrowth(grow, contexts, { ...facts, limits: input.policy.limits, budgets, disks }));
  return { requested, toMeasure: requested?.toMeasure ?? [] };
};

const noBudgets: Pick<BudgetPlans, 'results' | 'findings' | 'starved'> = {
  results: [],
  findings: [],
  starved: new Map(),
};

/** Whether a project counts with an old record only. */
export const rememberedIn = ({ remembered = [] }: Pick<PlanInput, 'remembered'>) => {
  const names = new Set(remembered.map(({ project }) => project));
  return (project: string): boolean => names.has(project);
};

/** Each service compared with what policy and budgets want of it, before the plan is bounded as a whole. */
export interface Decided extends Pick<BudgetPlans, 'results' | 'findings' | 'starved'> {
  /** Services of the projects that the plan may change. */
  readonly contexts: readonly ServiceContext[];
  /** What disks need, by which budgets are divided and harm is judged. */
  readonly needGbOf: DiskFacts['needGbOf'];
  /** How budgets are divided, also where the plan does not apply that. */
  readonly divided: BudgetPlans['results'];
  readonly gathered: Gathered;
  /** The request that replaces the policy; undefined for a plan of the policy. */
  readonly requested: ReturnType<typeof planRequest>['requested'];
  /** Prices for display: none that no budget needs, so that a plan does not depend on what else the store has. */
  readonly prices: PriceFinder;
  readonly undone: ReturnType<typeof planRequest>['undone'];
  readonly forecasts: readonly ServiceForecast[];
  readonly disks: ReturnType<typeof disksOf> | undefined;
  /** Findings of disks whose growth runs away, or that a tag leaves without an autoscaler. */
  readonly growing: readonly Finding[];
  /** Knows the prices that the budgets looked for. */
  readonly finder: PriceFinder;
  readonly toMeasure: ReturnType<typeof planRequest>['toMeasure'];
}

/** The prices that budgets looked for, as far as known. */
const soughtOf = ({ prices }: PlanInput, { sought }: PriceFinder): PlatformPrices =>
  new Map([...(prices ?? [])].filter(([key]) => sought.has(key)));

/** The lower maximums that changes set, by `serviceKey`: what becomes of a disk is said before they are written. */
const loweredBy = (changes: readonly Change[]): ReadonlyMap<string, Maximum> =>
  new Map(
    changes.flatMap((change) =>
      updatesEndpoint(change) && maximumMove(change) === 'lower' ? [[serviceKey(change), change.maximum] as const] : [],
    ),
  );

/** Services that are decided in one step. */
const servicesInStep = 2_500;

/** First step of a plan: decides each service, itself in steps, so that a process that serves others can do so between them. */
export const decideInSteps = function* (input: PlanInput): Generator<undefined, Decided> {
  const { policy, unread } = input;
  const finder = priceFinder(policy.prices, input.prices ?? new Map());
  const isRemembered = rememberedIn(input);
  const { contexts, remembered, orphans } = contextsOf(compilePolicy(policy), input);
  yield;
  const needGbOf = withReplicas([...contexts, ...remembered], needIn(input.forecasts));
  const budgets = planBudgets({
    policy,
    contexts: [...contexts, ...remembered],
    unread: unread.filter(({ project }) => !isRemembered(project)),
    unreadPlans: input.unreadPlans ?? new Set(),
    priceOf: finder.find,
    grantable: grantableOf(input.histories ?? new Map(), input.now),
    fillOf: fillIn(input.forecasts),
    needGbOf,
  });
  yield;
  const gathered = nothingGathered(budgets.needs, budgets.priceNeeds);
  const { requested, undone, toMeasure } = planRequest(input, contexts, finder, { budgets: budgets.results, needGbOf });
  if (requested !== undefined) {
    gatherRequested(gathered, contexts, requested, finder);
    // An undo does not apply the shares of budgets: budgets only limit its cost. An adoption costs nothing.
    const nothing = { ...noBudgets, prices: finder, finder, forecasts: [], disks: undefined, growing: [] };
    return { contexts, needGbOf, divided: budgets.results, gathered, requested, undone, toMeasure, ...nothing };
  }
  gathered.changes.push(...orphans);
  const prices = priceFinder(policy.prices, soughtOf(input, finder));
  for (const [index, subject] of contexts.entries()) {
    if (index % servicesInStep === 0) yield;
    gather(gathered, subject, budgets.targets.get(subject), { prices, foreign: policy.foreign });
  }
  yield;
  const lowered = loweredBy(gathered.changes);
  const forecasts = contexts.flatMap((subject) =>
    serviceForecastsOf(subject, input.forecasts, lowered.get(serviceKey(subject.judgement.decision))),
  );
  // What a disk can reach decides about full ones also where its project could not be read.
  if (input.snapshots.length > 0) for (const subject of remembered) limitByPlan(gathered, subject);
  const { results, findings, starved } = budgets;
  return {
    contexts,
    needGbOf,
    ...{
      results,
      findings,
      starved,
      divided: results,
      gathered,
      requested,
      undone,
      toMeasure,
      prices,
      finder,
      forecasts,
    },
    disks: disksOf({
      contexts: [...contexts, ...remembered],
      forecasts: input.forecasts,
      listed: forecasts,
      starved,
      policy,
      freeze: input.freeze,
      priceOf: prices.offhand,
    }),
    growing: [
      ...contexts.flatMap((subject) => runawayFinding(subject, input.forecasts) ?? []),
      ...contexts.flatMap((subject) => disabledByTag(subject, { fillOf: fillIn(input.forecasts), needGbOf })),
    ],
  };
};

/** The result of steps that are taken at once. */
export const atOnce = <T>(steps: Generator<undefined, T>): T => {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
};
