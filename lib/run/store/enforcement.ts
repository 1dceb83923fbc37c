import { mayWrite } from '../../core/model/mode.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { DecisionPorts, Store } from '../../ports.ts';
import { keys } from './keys.ts';
import { readObject, writeObject } from './objects.ts';
import type { RunObject } from './run-objects.ts';
import type { Enforcement } from './schemas/memory.ts';

/** A missing or unreadable record counts as a first run. */
const readEnforcement = (store: Store): Promise<Enforcement | undefined> => readObject(store, keys.enforcement);

/** Whether no plan of the whole organization was applied since the mode was last not `enforce`. */
export const isFirstRun = async (store: Store, organization: string): Promise<boolean> => {
  const last = await readEnforcement(store);
  return last === undefined || !mayWrite(last.mode) || last.organization !== organization;
};

/**
 * Records the mode of a run that may write. `enforce` is recorded only for an applied plan over all projects: an empty plan
 * shows no effect of the policy, a partial one shows only some projects, and an undo does not follow the policy. An
 * unchanged record is not written again.
 */
export const noteEnforcement = async (
  { store, platform: { organization } }: Pick<DecisionPorts, 'store' | 'platform'>,
  { runId, mode, asked, undo }: RunObject,
  { verdict, approval }: Plan,
): Promise<void> => {
  // An approval for some projects does not show the effect of the policy on all of them.
  if (approval?.rest?.violations.some(({ guardrail }) => guardrail === 'firstRun')) return;
  if (mayWrite(mode) && !(verdict === 'apply' && asked === null && undo === undefined)) return;
  const last = await readEnforcement(store);
  if (last?.mode === mode && last.organization === organization) return;
  const now: Enforcement = { organization, mode, runId };
  await writeObject(store, keys.enforcement, now);
};
