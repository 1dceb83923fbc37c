import { parseMoney } from '../../core/model/money.ts';
import type { Policy } from '../../core/model/policy-document.ts';
import { maximumKindOf } from '../../core/model/profile.ts';
import type { DecisionPorts, StorePorts } from '../../ports.ts';
import { doneLookups } from '../../run/lookup/done-lookups.ts';
import { decide, readPlanFacts } from '../../run/plan/decide.ts';
import { runPolicy } from '../../run/policy/run-policy.ts';
import { keys } from '../../run/store/keys.ts';
import { readIfWhole, readObject } from '../../run/store/objects.ts';
import type { InventoryRecord, RunObject } from '../../run/store/run-objects.ts';
import { type Simulation, simulationOf } from '../facts/simulation.ts';

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

/**
 * Divides the budgets of the latest run again, with another amount for one of them: the real allocation, on the readings,
 * prices and plan sizes in the store. A budget whose prices are missing says so itself.
 * @param ports as those of `storedPlans`
 * @throws StoreUnavailable, StoreDamaged
 */
export const simulated = async (
  ports: StorePorts,
  runId: string,
  name: string,
  amount: string,
): Promise<Simulation> => {
  const found = await storedPlans(ports, runId);
  if (found.missing !== undefined) return { missing: found.missing };
  const policy = runPolicy(found.run);
  const budget = policy.budgets.find((one) => one.name === name);
  if (budget === undefined) return { missing: `No budget of the latest run is called ${name}.` };
  // Three digits after a comma are thousands to one reader and decimals to another.
  const monthly = amount.trim().replace(/,(?=\d{1,2}$)/, '.');
  if (parseMoney(monthly) === null)
    return { missing: `${amount} is no amount; enter a decimal number such as 1500.00.` };
  const divided = async (budgets: typeof policy.budgets) =>
    (await found.decideBy({ ...policy, budgets })).finish().plan;
  const others = policy.budgets.map((one) => (one === budget ? { ...one, monthly } : one));
  return simulationOf(name, await divided(policy.budgets), await divided(others));
};
