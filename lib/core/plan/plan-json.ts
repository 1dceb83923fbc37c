import { type ChangeJson, changeJson } from '../change/change-json.ts';
import { type DecisionJson, decisionJson } from '../model/decision.ts';
import type { Plan, PlanFreeze } from './plan-result.ts';

/** The freeze that a plan was made in, in JSON. */
export interface PlanFreezeJson extends Omit<PlanFreeze, 'waiting'> {
  readonly waiting: readonly ChangeJson[];
}

/** A plan in JSON, in the store and in the output of commands. */
export interface PlanJson extends Omit<Plan, 'changes' | 'decisions' | 'freeze' | 'redone'> {
  readonly changes: readonly ChangeJson[];
  readonly decisions: readonly DecisionJson[];
  readonly freeze?: PlanFreezeJson;
  readonly redone?: readonly ChangeJson[];
}

/** A plan in JSON; its members keep their order. */
export const planJson = (plan: Plan): PlanJson => {
  const { changes, decisions, freeze, redone } = plan;
  return {
    ...plan,
    changes: changes.map(changeJson),
    decisions: decisions.map(decisionJson),
    freeze: freeze && { ...freeze, waiting: freeze.waiting.map(changeJson) },
    redone: redone?.map(changeJson),
  };
};
