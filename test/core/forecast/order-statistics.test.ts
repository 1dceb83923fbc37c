import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantile } from '../../../lib/core/forecast/order-statistics.ts';

const values = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 200 });

describe('a quantile', () => {
  it('of no values is 0', () => {
    expect(quantile(new Float64Array(), 0.5)).toBe(0);
  });

  it('lies where sorting would put it', () => {
    return fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (given, share) => {
        const sorted = given.toSorted((a, b) => a - b);
        const position = share * (sorted.length - 1);
        const lower = sorted[Math.floor(position)] ?? 0;
        const upper = sorted[Math.ceil(position)] ?? 0;
        const found = quantile(Float64Array.from(given), share);
        expect(found).toBeGreaterThanOrEqual(lower - 1e-6);
        expect(found).toBeLessThanOrEqual(upper + 1e-6);
      }),
    );
  });

  it('of many equal values is that value', () => {
    expect(quantile(new Float64Array(10_000).fill(7), 0.9)).toBe(7);
  });
});
