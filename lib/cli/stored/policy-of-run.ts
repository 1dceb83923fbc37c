import type { Policy } from '../../core/model/policy-document.ts';
import { parsePolicyOfAnyProfile } from '../../documents/documents.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../../run/store/keys.ts';
import { runPolicy } from '../../run/store/run.ts';
import type { RunObject } from '../../run/store/run-objects.ts';

/** The policy of a run, else the one in the store; undefined without either. @throws PolicyInvalid */
export const policyOfRun = async (store: Store, run: RunObject | undefined): Promise<Policy | undefined> => {
  if (run !== undefined) return runPolicy(run);
  const stored = await store.get(keys.policy);
  return stored === undefined ? undefined : parsePolicyOfAnyProfile(stored.body, keys.policy);
};
