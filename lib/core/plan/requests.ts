import { planRequested } from '../adoption/adoption.ts';
import type { DiskFacts } from '../budget/need/disk-needs.ts';
import type { BudgetResult } from '../budget/result.ts';
import type { PriceFinder } from '../budget/service-price.ts';
import { fillIn } from '../forecast/contexts.ts';
import { grantsOn } from '../grants/grants.ts';
import { type ServiceName, serviceKey } from '../model/grouping.ts';
import { planGrowth } from '../resize/grow.ts';
import { planReclaims } from '../resize/requested.ts';
import type { ServiceContext } from '../service/changes.ts';
import { planUndo, type UndoPlan } from '../undo/undo.ts';
import type { PlanInput } from './plan-input.ts';

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
export const planRequest = (
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
