import { planRequested } from '../adoption/requested.ts';
import type { BudgetResult } from '../budget/result.ts';
import type { PriceFinder } from '../budget/service-price.ts';
import { grantsOn } from '../grants/grants.ts';
import { type Place, serviceKey } from '../model/grouping.ts';
import { planPrepares, planReclaims } from '../resize/requested.ts';
import type { ResizeFacts } from '../resize/resize-facts.ts';
import type { ServiceContext } from '../service/changes.ts';
import { planUndo, type UndoPlan } from '../undo/undo.ts';
import type { DecisionInput, PlanInput } from './plan-input.ts';
import type { Resizing } from './summary.ts';

/** Which sizes of disks a plan is for, if it is for any. */
export const resizingOf = ({ reclaim, prepare }: Pick<PlanInput, 'reclaim' | 'prepare'>): Resizing | undefined => {
  if (reclaim !== undefined) return 'reclaim';
  return prepare === undefined ? undefined : 'prepare';
};

/** The plans of requests. */
interface RequestPlan {
  /** Undefined for a plan that applies the policy. */
  readonly requested: UndoPlan | undefined;
  /** The same for an undo. */
  readonly undone?: UndoPlan;
  /** Services whose use a measurement of today would tell. */
  readonly toMeasure: readonly Place[];
}

const grantFinder = ({ grants = [], today }: DecisionInput) => {
  const granted = new Map(grantsOn(grants, today).map((grant) => [serviceKey(grant), grant]));
  return (place: Place) => granted.get(serviceKey(place));
};

/** Plans what a run does instead of applying the policy. @param budgets how the policy divides them */
export const planRequest = (
  input: DecisionInput,
  contexts: readonly ServiceContext[],
  prices: PriceFinder,
  budgets: readonly BudgetResult[],
): RequestPlan => {
  const { undo, adopt, reclaim, prepare } = input;
  if (undo !== undefined) {
    const undone = planUndo(undo, contexts, input.lastingOptions);
    return { requested: undone, undone, toMeasure: [] };
  }
  const facts: ResizeFacts = { forecasts: input.forecasts, prices, currency: input.policy.prices.currency };
  const requested =
    (adopt && planRequested(adopt, contexts)) ??
    (reclaim && planReclaims(reclaim, contexts, { ...facts, grantOf: grantFinder(input) })) ??
    (prepare && planPrepares(prepare, contexts, { ...facts, nowMs: Date.parse(input.now) }, budgets));
  return { requested, toMeasure: requested?.toMeasure ?? [] };
};
