import { StoreDamaged } from '../../contract/errors.ts';
import type { Change, Phase } from '../../core/change/change.ts';
import type { ChangeJson } from '../../core/change/change-json.ts';
import { storedChangeJson } from '../../core/change/change-json.ts';
import { compositeKey, groupBy } from '../../core/model/grouping.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { Store } from '../../ports.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import { changePartsOf, itemsOfPart, PartDamaged } from '../store/long-lists.ts';
import { readObject, writeObject } from '../store/objects.ts';
import type { ChangeList, Handover } from '../store/run-objects.ts';
import { changes } from '../store/schemas/parts.ts';

/**
 * A plan is stored with its changes in parts. The handover names the parts by their content and says whose changes each has,
 * so that a task finds its own without reading the plan, and carries out no part that another task may have written.
 */

const countsOf = (items: readonly Pick<ChangeJson, 'phase' | 'project'>[]): Handover['parts'][number]['of'] =>
  [...groupBy(items, ({ phase, project }) => compositeKey(phase, project)).values()].flatMap((own) =>
    own.slice(0, 1).map(({ phase, project }) => ({ phase, project, changes: own.length })),
  );

/** Hands the changes of a stored plan over to the tasks that apply them. Without it they find nothing to apply. */
export const handOverChanges = (store: Store, runId: string, plan: Plan): Promise<void> => {
  const parts = changePartsOf(keys.plan(runId), plan.changes.map(storedChangeJson));
  const handover: Handover = { parts: parts.map(({ key, items }) => ({ key, of: countsOf(items) })) };
  return writeObject(store, keys.handover(runId), handover);
};

const damaged = (problem: string): StoreDamaged =>
  new StoreDamaged(`what the run carries out cannot be read (${problem}). Start another run.`);

const itemsAt = async (store: Store, key: string): Promise<readonly unknown[]> => {
  try {
    return await itemsOfPart(store, key);
  } catch (error) {
    throw error instanceof PartDamaged ? damaged(error.message) : error;
  }
};

/**
 * The changes of one project in one phase that a run carries out, in the order of its plan; none without a handover.
 * @throws StoreDamaged
 */
export const changesOf = async (store: Store, runId: string, phase: Phase, project: string): Promise<ChangeList> => {
  const handover = await readObject<Handover>(store, keys.handover(runId));
  const isOwn = (one: Pick<Change, 'phase' | 'project'>) => one.phase === phase && one.project === project;
  const parts = handover?.parts.filter(({ of }) => of.some(isOwn)) ?? [];
  const items = await inBatches(parts, ({ key }) => itemsAt(store, key));
  const own = items.flat().filter((item) => isOwn(item as ChangeJson));
  const { success, data } = changes.safeParse(own);
  if (!success) throw damaged('it may come from a newer Headroom');
  return data;
};
