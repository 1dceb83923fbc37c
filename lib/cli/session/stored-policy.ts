import type { Policy } from '../../core/model/policy-document.ts';
import { policyDefaults } from '../../core/policy/policy-defaults.ts';
import { parsePolicyOfAnyProfile } from '../../documents/documents.ts';
import type { Store } from '../../ports.ts';
import { runPolicy } from '../../run/policy/run-policy.ts';
import { keys } from '../../run/store/keys.ts';
import type { RunObject } from '../../run/store/run-objects.ts';

/** The policy in the store; undefined without one. @throws PolicyInvalid */
export const storedPolicy = async (store: Store): Promise<Policy | undefined> => {
  const stored = await store.get(keys.policy);
  return stored && parsePolicyOfAnyProfile(stored.body, keys.policy);
};

/** The policy of a run, else the one in the store; undefined without either. @throws PolicyInvalid */
export const policyOfRun = (store: Store, run: RunObject | undefined): Promise<Policy | undefined> =>
  run === undefined ? storedPolicy(store) : Promise.resolve(runPolicy(run));

/** The guardrails of the policy in the store; without one the defaults. @throws PolicyInvalid */
export const guardrailsIn = async (store: Store) =>
  (await storedPolicy(store))?.guardrails ?? policyDefaults.guardrails;
