import type { Policy } from '../../core/model/policy-document.ts';
import { maximumKindOf } from '../../core/model/profile.ts';
import type { DecisionPorts, StorePorts } from '../../ports.ts';
import { doneLookups } from '../../run/lookup/done-lookups.ts';
import { decide, readPlanFacts } from '../../run/plan/decide.ts';
import { keys } from '../../run/store/keys.ts';
import { readIfWhole, readObject } from '../../run/store/objects.ts';
import type { InventoryRecord, RunObject } from '../../run/store/run-objects.ts';

/**
 * Plans for what the latest run has read, by any policy. The platform is not asked: what the store lacks is unknown.
 * @param ports whose store drops what the tasks would note while they decide, because a page writes nothing
 * @returns why there are none if the facts of the run are gone
 * @throws StoreUnavailable, StoreDamaged
 */
export const storedPlans = async (ports: StorePorts, runId: string) => {
  const run = await readObject<RunObject>(ports.store, keys.run(runId));
  if (run === undefined) return { missing: `The facts of run ${runId} are no longer in the store.` };
  const [first] = run.projects;
  const record = first && (await readIfWhole<InventoryRecord>(ports.store, keys.reading(first.name)));
  if (record === undefined) return { missing: 'The store has no reading of the first project yet.' };
  const platform = { organization: record.organization, maximumKind: maximumKindOf(run.profile ?? 'documented') };
  const deciding: DecisionPorts = { ...ports, platform };
  const facts = await readPlanFacts(deciding, { ...run, readOnly: true });
  // Facts that the store lacks are not requested.
  const asked = { ...doneLookups({ runId, refreshes: false }, { rounds: 0, lookups: [] }), has: () => true };
  return { run, facts, decideBy: (policy: Policy) => decide(deciding, policy, facts, asked) };
};
