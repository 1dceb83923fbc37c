import { describe, expect, it } from 'vitest';
import { beginDeployed, type DeployedResult, simulateDeployed } from '../../../simulator/deployed/simulate-deployed.ts';

const small = (seed: number): Promise<DeployedResult> =>
  simulateDeployed({ seed, size: { projects: 12, services: 40 }, days: 0.25, callsPerMinute: 100 });

describe('a deployment of a thousand projects', () => {
  const options = { seed: 1, size: { projects: 1_000, services: 1_000 }, days: 1.25, callsPerMinute: 100 };
  const begun = beginDeployed(options);

  // It takes longer than any other test, so each eighth of a day is a test of its own; what is asked daily is asked twice.
  it.each(Array.from({ length: 10 }, (_, eighth) => (eighth + 1) / 8))('breaks no law by day %s', async (days) => {
    const { life, liveDays } = await begun;
    await liveDays(days);
    expect(life.watcher.violations).toEqual([]);
    expect(life.pace.most()).toBeLessThanOrEqual(100);
    expect(life.calls()).toBeGreaterThan(days * 45_000);
  });

  it('looks at every project as often as its calls allow, though runs overlap and some of them fail', async () => {
    const done = await (await begun).end();
    expect(done.violations).toEqual([]);
    // What one lease and fixed shares of the calls allow: a pass takes an hour, and events wait for it.
    expect(done.oldestRecordMinutes).toBeLessThan(150);
    expect(done.hourlyPasses.ended).toBeGreaterThan(21);
    expect(done.budgetPasses.of).toBe(1);
    expect(done.eventMinutes.p50).toBeGreaterThan(5);
    // No state passes on more than 100 KB.
    expect(done.largestPayload).toBeLessThan(100 * 1024);
  });
});

describe('a deployment on AWS', () => {
  it('of a few projects ends every run, on the hour and for every event, and comes to the same bytes again', async () => {
    const [first, second, other] = [await small(7), await small(7), await small(8)];
    expect(first.violations).toEqual([]);
    expect([first.failedRuns, first.coalescedRuns, first.hourlyPasses]).toEqual([0, 0, { ended: 6, failed: 0 }]);
    expect(first.functions.coldStarts).toBeGreaterThan(0);
    expect(first.oldestRecordMinutes).toBeLessThan(80);
    expect(first.monthlyCost).toBeGreaterThan(0);
    expect(second).toEqual(first);
    expect(other.hash).not.toBe(first.hash);
  });
});
