import { describe, expect, it } from 'vitest';
import { evenRates } from '../../simulator/engine/faults.ts';
import { laws } from '../../simulator/laws/all.ts';
import { countReached, missedOf } from '../../simulator/reached.ts';
import { simulate } from '../../simulator/simulate.ts';

describe('what lives reach', () => {
  it('is counted beside the laws, and is never a violation', async () => {
    const { law, counts } = countReached();
    const size = { projects: 2, services: 12 };
    const lived = await simulate({ seed: 1, days: 10, size, rates: evenRates(0.02), laws: [...laws, law] });
    expect(lived.violations).toEqual([]);
    expect(counts.size).toBeGreaterThanOrEqual(20);
    expect(counts.get('an autoscaler is enabled')).toBeGreaterThan(0);
    expect(counts.get('a write beside a fault')).toBeGreaterThan(0);
  });

  it('must be 95 % of the points once enough seeds were lived', () => {
    const of = (missed: number) => new Map(Array.from({ length: 20 }, (_, at) => [`${at}`, at < missed ? 0 : 1]));
    expect([missedOf(of(1), 20).tooMany, missedOf(of(2), 20).tooMany, missedOf(of(2), 19).tooMany]).toEqual([
      false,
      true,
      false,
    ]);
    expect(missedOf(of(2), 19).names).toEqual(['0', '1']);
  });
});
