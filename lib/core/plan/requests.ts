import { planRequested } from '../adoption/requested.ts';
import type { PriceFinder } from '../budget/service-price.ts';
import { grantsOn } from '../grants/grants.ts';
import { serviceKey } from '../model/grouping.ts';
import { planReclaims } from '../resize/requested.ts';
import type { ServiceContext } from '../service/changes.ts';
import type { PlanDisks } from '../service/floor.ts';
import type { Place } from '../service/service-counts.ts';
import { planUndo, type UndoPlan } from '../undo/undo.ts';
import type { PlanInput } from './plan-input.ts';

/** Whether something is requested instead of applying the policy. */
export const isRequest = ({ undo, adopt, reclaim }: Pick<PlanInput, 'undo' | 'adopt' | 'reclaim'>): boolean =>
  (undo ?? adopt ?? reclaim) !== undefined;

/** The plans of what is requested. */
interface RequestPlan {
  /** Undefined for a plan that applies the policy. */
  readonly requested: UndoPlan | undefined;
  /** The same for an undo. */
  readonly undone?: UndoPlan;
  /** Services whose use a measurement of today would tell. */
  readonly toMeasure: readonly Place[];
}

const noSizes: PlanDisks = new Map();

/** Plans what a run does instead of applying the policy. */
export const planRequest = (
  input: PlanInput,
  contexts: readonly ServiceContext[],
  prices: PriceFinder,
): RequestPlan => {
  const { undo, adopt, reclaim, forecasts, policy } = input;
  if (undo !== undefined) {
    const undone = planUndo(undo, contexts, input.lastingOptions);
    return { requested: undone, undone, toMeasure: [] };
  }
  if (adopt !== undefined) return { requested: planRequested(adopt, contexts), toMeasure: [] };
  if (reclaim === undefined) return { requested: undefined, toMeasure: [] };
  const { planDiskMb: planDisks, planCapMb: planCaps = noSizes, planStepMb: planSteps = noSizes } = input;
  const sizes = { planDisks, planCaps, planSteps };
  const granted = new Map(grantsOn(input.grants ?? [], input.today).map((grant) => [serviceKey(grant), grant]));
  const grantOf = (place: Place) => granted.get(serviceKey(place));
  const facts = { forecasts, sizes, prices, currency: policy.prices.currency, grantOf };
  const planned = planReclaims(reclaim, contexts, facts);
  return { requested: planned, toMeasure: planned.toMeasure };
};
