import { type PolicyDifference, policyDifference, sectionsBetween } from '../../core/explain/policy-difference.ts';
import { mayLook } from '../../core/model/mode.ts';
import type { Policy } from '../../core/model/policy-document.ts';
import { untilLookedUp } from '../../run/lookup/look-up.ts';
import { decide, readPlanFacts } from '../../run/plan/decide.ts';
import { runPolicy } from '../../run/policy/policy-in-force.ts';
import type { RunObject } from '../../run/store/run-objects.ts';
import type { Session } from './session.ts';

/**
 * Compares the policy of a run with another one for what the run has read; it makes no further calls but for prices and plan
 * sizes that only the other policy needs.
 * @throws Error if the mode did not let the run read anything
 */
export const compareWith = async (session: Session, run: RunObject, base: Policy): Promise<PolicyDifference> => {
  if (!mayLook(run.mode)) throw new Error(`Mode is ${run.mode}: no calls were made, so policies cannot be compared`);
  const ports = { ...session.connection.ports, store: session.context.store };
  const facts = await readPlanFacts(ports, run);
  const planBy = async (policy: Policy) =>
    await (await untilLookedUp(ports, run.runId, (asked) => decide(ports, policy, facts, asked))).finish();
  const policy = runPolicy(run);
  const after = await planBy(policy);
  return { ...policyDifference(await planBy(base), after), sections: sectionsBetween(base, policy) };
};
