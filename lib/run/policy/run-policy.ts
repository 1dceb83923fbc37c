import type { Policy } from '../../core/model/policy-document.ts';
import { parsePolicy } from '../../documents/documents.ts';
import { keys } from '../store/keys.ts';
import type { RunObject } from '../store/run-objects.ts';

/**
 * The policy of a run, with its effective mode: the same object for the same text where the mode is the policy's own, so that
 * it is compiled once in a process.
 * @throws PolicyInvalid
 */
export const runPolicy = ({ policy: text, mode, profile }: Pick<RunObject, 'policy' | 'mode' | 'profile'>): Policy => {
  const policy = parsePolicy(text, keys.policy, profile);
  return policy.mode === mode ? policy : { ...policy, mode };
};
