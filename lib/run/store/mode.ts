import { isoInstant } from '../../core/model/durations.ts';
import { type FoundMode, lastRestraint, mayWrite } from '../../core/model/mode.ts';
import type { Mode } from '../../core/model/model.ts';
import { appliesPolicy } from '../../core/plan/plan-input.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import { parseStoreMode } from '../../documents/mode-schema.ts';
import type { DecisionPorts, Store, StorePorts } from '../../ports.ts';
import { keys } from './keys.ts';
import { updateObject, writeObject } from './objects.ts';
import type { InventoryIndex, RunObject } from './run-objects.ts';

/** The override mode of the store. @throws StoreUnavailable if the store does not answer */
export const readStoreMode = async (store: Store): Promise<FoundMode> => {
  const stored = await store.get(keys.mode);
  return stored === undefined ? null : parseStoreMode(stored.body, keys.mode);
};

/**
 * Sets the override mode of the store; active runs see it before their next write. After any mode but `enforce`, the next
 * enforcing run is a first run and proposes, even if no run happens in between.
 */
export const setStoreMode = async ({ store, clock }: StorePorts, mode: Mode, by: string): Promise<void> => {
  const since = isoInstant(clock.now());
  const before = await readStoreMode(store);
  const restrained = before !== null && 'problem' in before ? since : lastRestraint(before);
  await writeObject(store, keys.mode, { mode, since, by, ...(mayWrite(mode) && restrained && { restrained }) });
};

/**
 * Notes in the index that a plan over all projects is applied, or that the mode of a run is another than `enforce`, after which the next
 * plan is a first one. An empty plan shows no effect of the policy, a partial one shows only some projects, and an undo or an adoption
 * does not apply the policy.
 */
export const noteEnforcement = async (
  { store, platform: { organization } }: Pick<DecisionPorts, 'store' | 'platform'>,
  run: RunObject,
  { verdict, proposal }: Plan,
): Promise<void> => {
  const { mode, asked, restrained = '' } = run;
  // An approval for some projects does not show the effect of the policy on all of them.
  if (proposal?.violations.some(({ guardrail }) => guardrail === 'firstRun')) return;
  if (mayWrite(mode) && !(verdict === 'apply' && asked === null && appliesPolicy(run))) return;
  const enforcedSince = mayWrite(mode) ? restrained : undefined;
  await updateObject<InventoryIndex>(store, keys.inventoryIndex, (index) =>
    index?.organization !== organization || index.enforcedSince === enforcedSince
      ? undefined
      : { ...index, enforcedSince },
  );
};
