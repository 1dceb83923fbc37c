import { mayWrite } from '../../core/model/mode.ts';
import { appliesPolicy } from '../../core/plan/plan-input.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { DecisionPorts } from '../../ports.ts';
import { keys } from './keys.ts';
import { updateObject } from './objects.ts';
import type { InventoryIndex, RunObject } from './run-objects.ts';

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
