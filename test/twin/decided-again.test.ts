import { expect, it } from 'vitest';
import { hourMs } from '../../lib/core/model/durations.ts';
import type { Plan } from '../../lib/core/plan/plan-result.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { createDecidedAgain } from '../../lib/twin/decided-again.ts';
import { createTwin } from '../../lib/twin/twin.ts';
import { createTwinPasses } from '../../lib/twin/twin-passes.ts';
import { enableAll } from '../workflow/scenarios.ts';
import { budgetOf, smallOrganization } from './organization.ts';

const pass = { trigger: { kind: 'schedule', by: 'hourly pass' } };
const findingsOf = (plan: Plan | null | undefined) => JSON.stringify(plan?.findings);
const floorsOf = (plan: Plan | null | undefined) => plan?.budgets.map(({ floorMonthly }) => floorMonthly);

it('a pass that repeats the last one with larger disks writes nothing, finds the same and counts the larger disks', async () => {
  const twin = createTwin(smallOrganization, 1);
  await twin.store.put(keys.policy, enableAll(200, budgetOf('20.00')));
  const passes = createTwinPasses(twin, null);
  const decidedAgain = createDecidedAgain(twin);
  const seen = { repeated: 0, grown: 0, others: 0 };
  await passes.pass(pass);
  for (let hour = 0; hour < 96; hour += 1) {
    await twin.time.runTo(twin.time.now() + hourMs);
    const before = passes.plan();
    const repeated = passes.lastOutcome() === 'nothing' ? await decidedAgain(passes.lastRun()) : undefined;
    const { writes } = passes.counts;
    await passes.pass(pass);
    const after = passes.plan();
    if (repeated === undefined) {
      seen.others += 1;
      continue;
    }
    expect(passes.lastOutcome()).toBe('nothing');
    expect(passes.counts.writes).toBe(writes);
    expect(findingsOf(after)).toBe(findingsOf(before));
    expect(floorsOf(repeated)).toEqual(floorsOf(after));
    seen.repeated += 1;
    if (floorsOf(repeated)?.join() !== floorsOf(before)?.join()) seen.grown += 1;
  }
  expect(seen.repeated).toBeGreaterThan(80);
  expect(seen.grown).toBeGreaterThan(2);
  expect(seen.others).toBeGreaterThan(1);
});
