import type { Change, ChangeResult } from '../../../core/change/change.ts';
import { compositeKey } from '../../../core/model/grouping.ts';
import type { Store } from '../../../ports.ts';
import { inBatches } from '../../store/in-batches.ts';
import { keys } from '../../store/keys.ts';
import { writeObject } from '../../store/objects.ts';
import type { Guard, GuardContext } from './guard.ts';

/** Distinct `[budget, project]` pairs whose changes free money. */
const pairs = (changes: readonly Change[]): (readonly [budget: string, project: string])[] => {
  const byKey = new Map<string, readonly [string, string]>();
  for (const { phase, budget, project } of changes) {
    if (phase === 'release' && budget !== undefined) byKey.set(compositeKey(budget, project), [budget, project]);
  }
  return [...byKey.values()];
};

/**
 * Records, before any write to the platform, the budgets that depend on releases in each project. A grant of such a budget
 * is applied only after all of these are confirmed, so that the sum of maximums stays within the budget at any time, even
 * if a run dies between two writes (design §7, §12.3).
 */
export const beginRelease = (store: Store, runId: string, changes: readonly Change[]): Promise<void> =>
  inBatches(pairs(changes), ([budget, project]) => writeObject(store, keys.releasing(runId, budget, project), {}));

/** Records the budgets whose releases in one project are all confirmed. */
export const endRelease = async (store: Store, runId: string, results: readonly ChangeResult[]): Promise<void> => {
  const owed = new Set(results.filter(({ status }) => status !== 'confirmed').map(({ budget }) => budget));
  const freed = pairs(results).filter(([budget]) => !owed.has(budget));
  await inBatches(freed, ([budget, project]) => writeObject(store, keys.released(runId, budget, project), {}));
};

/** Blocks a grant while releases of its budget are unconfirmed; reads each budget once. */
export const budgetFreed = ({ store, runId }: Pick<GuardContext, 'store' | 'runId'>): Guard => {
  const counts = new Map<string, Promise<number>>();
  const count = async (budget: string): Promise<number> => {
    const begun = await store.list(keys.allReleasing(runId, budget));
    return begun.length === 0 ? 0 : begun.length - (await store.list(keys.allReleased(runId, budget))).length;
  };
  return async ({ phase, budget }) => {
    if (phase !== 'grant' || budget === undefined) return undefined;
    const open = counts.get(budget) ?? count(budget);
    counts.set(budget, open);
    if ((await open) === 0) return undefined;
    return `budget "${budget}" has no money yet: a planned lower is not confirmed; the next run retries`;
  };
};
