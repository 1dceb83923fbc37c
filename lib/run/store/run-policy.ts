import type { Policy } from '../../core/model/policy-document.ts';
import { parsePolicy } from '../../documents/documents.ts';
import { keys } from './keys.ts';
import type { RunObject } from './run-objects.ts';

/** The policy of a run, with its effective mode. @throws PolicyInvalid */
export const runPolicy = (run: Pick<RunObject, 'policy' | 'mode' | 'profile'>): Policy => ({
  ...parsePolicy(run.policy, keys.policy, run.profile),
  mode: run.mode,
});
