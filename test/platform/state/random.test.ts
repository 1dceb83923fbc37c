import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawFraction, drawUuid, randomFrom } from '../../../lib/platform/state/random.ts';

describe('the stream of random numbers', () => {
  it('gives the same ids for the same seed, in the shape of random UUIDs, and no id twice', () => {
    return fc.assert(
      fc.property(fc.integer(), (seed) => {
        const [one, two] = [randomFrom(seed), randomFrom(seed)];
        const ids = Array.from({ length: 20 }, () => drawUuid(one));
        expect(Array.from({ length: 20 }, () => drawUuid(two))).toEqual(ids);
        expect(new Set(ids).size).toBe(20);
        for (const id of ids)
          expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      }),
    );
  });

  it('gives fractions from 0 to below 1, spread evenly', () => {
    const random = randomFrom(42);
    const fractions = Array.from({ length: 10_000 }, () => drawFraction(random));
    expect(Math.min(...fractions)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...fractions)).toBeLessThan(1);
    expect(fractions.reduce((a, b) => a + b, 0) / fractions.length).toBeCloseTo(0.5, 1);
  });
});
