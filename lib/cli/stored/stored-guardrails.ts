import { policyDefaults } from '../../core/policy/policy-defaults.ts';
import { parsePolicyOfAnyProfile } from '../../documents/documents.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../../run/store/keys.ts';

/** The guardrails of the policy in the store; without one the defaults. @throws PolicyInvalid */
export const guardrailsIn = async (store: Store) => {
  const stored = await store.get(keys.policy);
  return stored === undefined
    ? policyDefaults.guardrails
    : parsePolicyOfAnyProfile(stored.body, keys.policy).guardrails;
};
