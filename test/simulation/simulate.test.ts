import { describe, expect, it } from 'vitest';
import { evenRates, noFaults } from '../../lib/simulation/engine/faults.ts';
import { type SimulationOptions, simulate } from '../../lib/simulation/simulate.ts';

const small = (seed: number, more: Partial<SimulationOptions> = {}): SimulationOptions => ({
  seed,
  days: 4,
  size: { projects: 3, services: 12 },
  rates: evenRates(0.01),
  ...more,
});

describe('a simulation', () => {
  it('comes to the same bytes of platform and store when it is repeated, under faults too', async () => {
    const [first, second] = [await simulate(small(7)), await simulate(small(7))];
    expect(first.faults).toEqual(second.faults);
    expect(first.hash).toBe(second.hash);
    expect(Object.values(first.faults).some((count) => count > 0)).toBe(true);
  });

  it('comes to other bytes from another seed', async () => {
    const [first, second] = [await simulate(small(7)), await simulate(small(8))];
    expect(first.hash).not.toBe(second.hash);
  });

  it('without faults keeps every law and ends no pass as failed, whatever people do while it is at work', async () => {
    const { outcomes, violations } = await simulate(small(11, { rates: noFaults, days: 8 }));
    expect(violations).toEqual([]);
    // A pass is partial where a person came in its way, or where the platform first says that it offers no autoscaler.
    expect(
      Object.keys(outcomes).filter(
        (outcome) => !['applied', 'nothing', 'observed', 'stopped', 'partial'].includes(outcome),
      ),
    ).toEqual([]);
    expect(outcomes.partial ?? 0).toBeLessThan(4);
  });
});
