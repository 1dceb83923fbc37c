import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapRange, rangeOf } from '../../../lib/core/twin/ranges.ts';

describe('the range of values over seeds', () => {
  it('has four of five further values within it, and each end is one of the values', () => {
    const values = Array.from({ length: 20 }, (_, place) => place + 1);
    expect(rangeOf(values.toReversed())).toEqual({ p10: 2, p50: 10, p90: 19 });
    expect(rangeOf([7])).toEqual({ p10: 7, p50: 7, p90: 7 });
    expect(rangeOf([30n, 10n, 20n])).toEqual({ p10: 10n, p50: 20n, p90: 30n });
  });

  it('has unknown values last', () => {
    expect(rangeOf([null, 3, 1])).toEqual({ p10: 1, p50: 3, p90: null });
  });

  it('does not depend on the order of the values and is in order itself', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
        const { p10, p50, p90 } = rangeOf(values);
        expect(rangeOf(values.toReversed())).toEqual({ p10, p50, p90 });
        expect(p10 <= p50 && p50 <= p90).toBe(true);
        expect([p10, p50, p90].every((value) => values.includes(value))).toBe(true);
      }),
    );
  });

  it('needs a value', () => {
    expect(() => rangeOf([])).toThrow(RangeError);
  });

  it('can take another form', () => {
    expect(mapRange({ p10: 1, p50: 2, p90: 3 }, String)).toEqual({ p10: '1', p50: '2', p90: '3' });
  });
});
