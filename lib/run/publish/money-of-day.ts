import { partlyChecked } from '../../core/budget/findings.ts';
import type { Finding } from '../../core/model/decision.ts';
import { appliesPolicy } from '../../core/plan/plan-input.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import { budgetsOfDay, type MoneyOfDay } from '../../core/status/money-of-day.ts';
import type { Store } from '../../ports.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import { readObject, updateObject } from '../store/objects.ts';
import type { CheckedMoney } from '../store/schemas/money.ts';
import { type EndedRun, ownersIn } from './notices.ts';

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

/**
 * Stores the money of the budgets once a day: by the first run that applies the policy to the whole organization. A record that is
 * there already stays.
 */
export const noteMoneyOfDay = async (store: Store, ended: EndedRun): Promise<void> => {
  const { run, report } = ended;
  const { plan, results } = report;
  if (run === undefined || run.asked !== null || !appliesPolicy(run) || !plan?.budgets.length) return;
  const day = report.endedAt.slice(0, 10);
  const key = keys.moneyOfDay(day);
  if ((await readObject<MoneyOfDay>(store, key)) !== undefined) return;
  const ownerOf = await ownersIn(store, ended, new Set(run.projects.map(({ name }) => name)));
  const made: MoneyOfDay = { day, budgets: budgetsOfDay(plan, results, ownerOf) };
  await updateObject<MoneyOfDay>(store, key, (first) => (first === undefined ? made : undefined));
};
