import { expect, it } from 'vitest';
import { simulate } from '../../simulator/simulate.ts';

it('a clock that jumps forward lets no more calls start in any 60 s of the platform than are configured', async () => {
  const rates = { 'clock-jumps-forward': 0.1 };
  const size = { projects: 4, services: 20 };
  const { violations, faults } = await simulate({ seed: 1, days: 2, size, callsPerMinute: 20, rates });
  expect(violations).toEqual([]);
  expect(faults['clock-jumps-forward']).toBeGreaterThan(20);
});
