import { byText } from '../../core/model/grouping.ts';
import type { RetiringCall } from '../../core/model/model.ts';
import type { PlatformPorts, Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole, updateObject } from '../store/objects.ts';
import type { RetiringCalls } from '../store/schemas/inventory.ts';

/**
 * Does the work of a task, and notes the calls in it that the platform announces to retire. For tasks whose answers belong to
 * no reading; a note ends when such a call comes without the announcement.
 */
export const hearing = async <T>({ store, platform }: PlatformPorts, work: () => Promise<T>): Promise<T> => {
  const heard = platform.watchRetiring();
  const result = await work();
  const { retiring, lasting } = heard();
  if (retiring.length + lasting.length === 0) return result;
  const judged = new Set([...lasting, ...retiring.map(({ operation }) => operation)]);
  await updateObject<RetiringCalls>(store, keys.retiringCalls, (before = { calls: [] }) => {
    const others = before.calls.filter(({ operation }) => !judged.has(operation));
    const calls = [...others, ...retiring].sort((a, b) => byText(a.operation, b.operation));
    return JSON.stringify(calls) === JSON.stringify(before.calls) ? undefined : { calls };
  });
  return result;
};

/** The calls that tasks of this and earlier runs have heard of. */
export const retiringCalls = async (store: Store): Promise<readonly RetiringCall[]> =>
  (await readIfWhole<RetiringCalls>(store, keys.retiringCalls))?.calls ?? [];
