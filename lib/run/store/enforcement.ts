import { mayWrite } from '../../core/model/mode.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { Ports, Store } from '../../ports.ts';
import { keys } from './keys.ts';
import { readObject, writeObject } from './objects.ts';
import type { RunObject } from './run-objects.ts';
import type { Enforcement } from './schemas/memory.ts';

/** What says nothing counts as a first run, and so does what cannot be read. */
const readEnforcement = (store: Store): Promise<Enforcement | undefined> => readObject(store, keys.enforcement);

/** Whether no plan of the whole organization has been carried out since the mode was last another one than `enforce`. */
export const isFirstRun = async (store: Store, organization: string): Promise<boolean> => {
  const last = await readEnforcement(store);
  return last === undefined || !mayWrite(last.mode) || last.organization !== organization;
};

/**
 * Notes under which mode a run that may write has planned. `enforce` is noted only of a plan over all projects that is
 * carried out: one that changes nothing has shown nobody what the policy does, one of some projects has not shown it of the
 * others, and an undo is not what the policy does. What is noted already is not written again.
 */
export const noteEnforcement = async (
  { store, platform: { organization } }: Pick<Ports, 'store' | 'platform'>,
  { runId, mode, asked, undo }: RunObject,
  { verdict }: Plan,
): Promise<void> => {
  if (mayWrite(mode) && !(verdict === 'apply' && asked === null && undo === undefined)) return;
  const last = await readEnforcement(store);
  if (last?.mode === mode && last.organization === organization) return;
  const now: Enforcement = { organization, mode, runId };
  await writeObject(store, keys.enforcement, now);
};
