import type { Change, ChangeResult } from '../../../core/change/change.ts';
import { compositeKey } from '../../../core/model/grouping.ts';
import type { Store } from '../../../ports.ts';
import { inBatches } from '../../store/in-batches.ts';
import { keys } from '../../store/keys.ts';
import { writeObject } from '../../store/objects.ts';
import type { Guard, GuardContext } from './guard.ts';

/** Budgets whose money the changes of each project free, as `[budget, project]`, each once. */
const pairs = (changes: readonly Change[]): (readonly [budget: string, project: string])[] => {
  const found = new Map<string, readonly [string, string]>();
  for (const { phase, budget, project } of changes) {
    if (phase === 'release' && budget !== undefined) found.set(compositeKey(budget, project), [budget, project]);
  }
  return [...found.values()];
};

/**
 * Notes, before anything is written to the platform, which budgets wait for money to be freed in which projects. A grant
 * of such a budget is carried out only when every one of them has been confirmed, so that the sum of maximums stays
 * within the budget at every moment, also when a run dies between two writes (design §7, §12.3).
 */
export const beginRelease = (store: Store, runId: string, changes: readonly Change[]): Promise<void> =>
  inBatches(pairs(changes), ([budget, project]) => writeObject(store, keys.releasing(runId, budget, project), {}));

/** Notes of each budget whose changes of one project are all confirmed that its money is free. */
export const endRelease = async (store: Store, runId: string, results: readonly ChangeResult[]): Promise<void> => {
  const owed = new Set(results.filter(({ status }) => status !== 'confirmed').map(({ budget }) => budget));
  const freed = pairs(results).filter(([budget]) => !owed.has(budget));
  await inBatches(freed, ([budget, project]) => writeObject(store, keys.released(runId, budget, project), {}));
};

/** Holds back a grant while money of its budget that was to be freed is not; each budget is asked for once. */
export const budgetFreed = ({ store, runId }: Pick<GuardContext, 'store' | 'runId'>): Guard => {
  const asked = new Map<string, Promise<number>>();
  const count = async (budget: string): Promise<number> => {
    const begun = await store.list(keys.allReleasing(runId, budget));
    return begun.length === 0 ? 0 : begun.length - (await store.list(keys.allReleased(runId, budget))).length;
  };
  return async ({ phase, budget }) => {
    if (phase !== 'grant' || budget === undefined) return undefined;
    const known = asked.get(budget) ?? count(budget);
    asked.set(budget, known);
    if ((await known) === 0) return undefined;
    return `budget "${budget}" has no money for it yet: a maximum that was to be lowered is not; the next run tries again`;
  };
};
