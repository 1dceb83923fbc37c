import type { BudgetResult } from '../../core/budget/result.ts';
import { movesBetween, type ShareMove } from '../../core/budget/simulation.ts';
import { troublesIn } from '../../core/disk/disk-troubles.ts';
import { anyLevelKey } from '../../core/notices/known-findings.ts';
import type { Plan } from '../../core/plan/plan-result.ts';

/** The budgets with another amount for one of them; or why they cannot be divided. */
export type Simulation =
  | {
      readonly name: string;
      readonly now: BudgetResult;
      readonly then: BudgetResult;
      /** Services of all budgets that gain or lose, the largest differences first. */
      readonly moves: readonly ShareMove[];
      /** Disks without room, now or soon, that have it with the present amount; a sentence for each trouble. */
      readonly troubles: readonly string[];
    }
  | { readonly missing: string };

/** Compares two plans that divide the same budgets. */
export const simulationOf = (
  name: string,
  before: Pick<Plan, 'budgets' | 'findings'>,
  after: Pick<Plan, 'budgets' | 'findings'>,
): Simulation => {
  const now = before.budgets.find((one) => one.name === name);
  const then = after.budgets.find((one) => one.name === name);
  if (now === undefined || then === undefined) return { missing: `The store has no division of budget ${name}.` };
  const known = new Set(before.findings.map(anyLevelKey));
  const begun = after.findings.filter((finding) => !known.has(anyLevelKey(finding)));
  const troubles = troublesIn(begun).map(({ says }) => says);
  return { name, now, then, moves: movesBetween(before.budgets, after.budgets), troubles };
};
