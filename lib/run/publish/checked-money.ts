import { partlyChecked } from '../../core/budget/findings.ts';
import type { Finding } from '../../core/model/decision.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { Store } from '../../ports.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import { readObject } from '../store/objects.ts';
import type { CheckedMoney } from '../store/schemas/money.ts';

/** Findings about the budgets from which a run granted, or refused to grant, after a check of a part of their projects. */
export const partlyCheckedIn = async (store: Store, runId: string, plan: Plan | null): Promise<Finding[]> => {
  if (plan?.verdict !== 'apply') return [];
  const granting = plan.changes.filter(({ phase }) => phase === 'grant');
  const budgets = [...new Set(granting.flatMap(({ budget }) => budget ?? []))].sort();
  const found = await inBatches(budgets, async (budget) => {
    const money = await readObject<CheckedMoney>(store, keys.checkedMoney(runId, budget));
    return money && partlyChecked(budget, money.checked, money.projects);
  });
  return found.flatMap((finding) => finding ?? []);
};
