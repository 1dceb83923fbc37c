import { expect, it } from 'vitest';
import { simulateDeployed } from '../../../simulator/deployed/simulate-deployed.ts';

it('a new service is protected at once, also while the daily pass takes place beside the hourly one', async () => {
  const done = await simulateDeployed({
    ...{ seed: 1, days: 0.08, callsPerMinute: 40, newcomersPerDay: 150 },
    size: { projects: 240, services: 240 },
    // Both begin within two minutes, and the hourly one reads for 20.
    settings: { schedules: { budget: 'cron(1 20 * * ? *)', latenessMinutes: 1 } },
  });
  expect(done.violations).toEqual([]);
  expect([done.budgetPasses, done.failedRuns]).toEqual([{ done: 1, of: 1 }, 0]);
  expect(done.servedMinutes.p99).toBeLessThanOrEqual(5);
});
