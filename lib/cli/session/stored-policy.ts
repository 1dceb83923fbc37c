import type { Policy } from '../../core/model/policy-document.ts';
import { policyDefaults } from '../../core/policy/policy-defaults.ts';
import { parsePolicyOfAnyProfile } from '../../documents/documents.ts';
import type { Store } from '../../ports.ts';
import { runPolicy } from '../../run/policy/policy-in-force.ts';
import { keys } from '../../run/store/keys.ts';
import { readIfWhole } from '../../run/store/objects.ts';
import type { RunObject } from '../../run/store/run-objects.ts';
import type { Console } from '../shell/console.ts';
import { runFolders } from './run-history.ts';

/** The policy in the store; undefined without one. @throws PolicyInvalid */
export const storedPolicy = async (store: Store): Promise<Policy | undefined> => {
  const stored = await store.get(keys.policy);
  return stored && parsePolicyOfAnyProfile(stored.body, keys.policy);
};

/** The latest run that might write, which a policy of a mere look does not change; undefined without one. */
const latestRun = async (store: Store): Promise<RunObject | undefined> => {
  for (const folder of [...(await runFolders(store)).keys()].sort().reverse()) {
    const run = await readIfWhole<RunObject>(store, keys.run(decodeURIComponent(folder)));
    if (run !== undefined && !run.readOnly) return run;
  }
  return undefined;
};

/**
 * A store in which the policy of the latest run stands where it has none: commands about one service or about what is go on with
 * it, so that they need no --policy.
 */
export const withLatestPolicy = async (store: Store, console: Pick<Console, 'note'>): Promise<Store> => {
  if ((await store.get(keys.policy)) !== undefined) return store;
  const run = await latestRun(store);
  if (run === undefined) return store;
  console.note(`policy: that of run ${run.runId}, because the store has none; --policy names another`);
  const body = run.policy;
  return { ...store, get: async (key) => (key === keys.policy ? { body, version: 'run' } : store.get(key)) };
};

/** The policy of a run, else that of the store; undefined without either. @throws PolicyInvalid */
export const policyOfRun = (store: Store, run: RunObject | undefined): Promise<Policy | undefined> =>
  run === undefined ? storedPolicy(store) : Promise.resolve(runPolicy(run));

/** The guardrails of the policy in the store; without one the defaults. @throws PolicyInvalid */
export const guardrailsIn = async (store: Store) =>
  (await storedPolicy(store))?.guardrails ?? policyDefaults.guardrails;
