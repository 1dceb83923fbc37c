import { expect, it } from 'vitest';
import { simulateDeployed } from '../../../simulator/deployed/simulate-deployed.ts';

it('a deployment on a platform behind a socket keeps the laws, on a clock that runs many times as fast', async () => {
  const size = { projects: 2, services: 6 };
  const done = await simulateDeployed({ seed: 1, size, days: 0.01, callsPerMinute: 100, speed: 1_200 });
  expect(done.violations).toEqual([]);
  expect([done.hourlyPasses, done.calls > 0]).toEqual([{ ended: 1, failed: 0 }, true]);
});
