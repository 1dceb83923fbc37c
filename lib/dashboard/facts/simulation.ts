import type { BudgetResult } from '../../core/budget/result.ts';
import { movesBetween, type ShareMove } from '../../core/budget/simulation.ts';

/** The budgets with another amount for one of them; or why they cannot be divided. */
export type Simulation =
  | {
      readonly name: string;
      readonly now: BudgetResult;
      readonly then: BudgetResult;
      /** Services of all budgets that gain or lose, the largest differences first. */
      readonly moves: readonly ShareMove[];
    }
  | { readonly missing: string };

/** Compares two divisions of the same budgets. */
export const simulationOf = (
  name: string,
  before: readonly BudgetResult[],
  after: readonly BudgetResult[],
): Simulation => {
  const now = before.find((one) => one.name === name);
  const then = after.find((one) => one.name === name);
  if (now === undefined || then === undefined) return { missing: `The store has no division of budget ${name}.` };
  return { name, now, then, moves: movesBetween(before, after) };
};
