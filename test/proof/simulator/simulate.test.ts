import { describe, expect, it } from 'vitest';
import { evenRates, noFaults } from '../../simulator/engine/faults.ts';
import { type SimulationOptions, simulate } from '../../simulator/simulate.ts';

const small = (seed: number, more: Partial<SimulationOptions> = {}): SimulationOptions => ({
  seed,
  days: 4,
  size: { projects: 3, services: 12 },
  rates: evenRates(0.01),
  ...more,
});

describe('a simulation', () => {
  it('comes to the same bytes of platform and store when it is repeated, under faults too, and to others from another seed', async () => {
    const [first, second, other] = [await simulate(small(7)), await simulate(small(7)), await simulate(small(8))];
    expect(first.faults).toEqual(second.faults);
    expect(first.hash).toBe(second.hash);
    expect(Object.values(first.faults).some((count) => count > 0)).toBe(true);
    expect(first.hash).not.toBe(other.hash);
  });

  it('without faults ends no pass as failed, whatever people do; the laws say which other end each may have', async () => {
    const { outcomes, violations } = await simulate(small(11, { rates: noFaults, days: 6 }));
    expect(violations).toEqual([]);
    expect(outcomes).not.toHaveProperty('failed');
    expect(outcomes.applied).toBeGreaterThan(0);
  });
});

describe('passes over an unchanged organization', () => {
  it.each([1, 20_260_303])(
    'may be left out: platform and verdict are the same with and without them, seed %d',
    async (seed) => {
      // Prices that a pass did not read are read by a later one. With no latency that moves no write by a millisecond.
      const spells = { seed, days: 16, rates: noFaults, weather: 'spells', latencyMs: 0 } as const;
      const lived = await simulate(small(seed, { ...spells, unchanged: 'live' }));
      const skipped = await simulate(small(seed, { ...spells, unchanged: 'skip' }));
      expect(skipped.violations).toEqual([]);
      expect(lived.violations).toEqual([]);
      expect(skipped.platformHash).toBe(lived.platformHash);
      expect(skipped.writes).toBe(lived.writes);
      expect(skipped.writes).toBeGreaterThan(0);
      expect(skipped.skipped).toBeGreaterThan(8 * skipped.proven);
      expect(lived.skipped).toBe(0);
    },
  );

  it('come to the same bytes of platform and store each time, with faults in spells', async () => {
    const spells = { days: 10, weather: 'spells', unchanged: 'skip' } as const;
    const [first, second] = [await simulate(small(7, spells)), await simulate(small(7, spells))];
    expect(first.hash).toBe(second.hash);
    expect(first.skipped).toBeGreaterThan(0);
  });
});
