import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accrued, type CostSample, grantable } from '../../../lib/core/budget/basis.ts';

const dollars = (amount: number) => BigInt(amount) * 10n ** 12n;
const runs = { numRuns: 2_500 };
const [from, to] = [Date.UTC(2026, 5), Date.UTC(2026, 6)];
const moment = fc.integer({ min: from, max: to - 1 }).map((ms) => new Date(ms).toISOString());
const amount = fc.bigInt({ min: 0n, max: 10n ** 18n });

describe('what a month has cost so far', () => {
  it('is each sample for the time until the next one', () => {
    const samples: CostSample[] = [
      { at: '2026-06-01T00:00:00Z', monthly: dollars(30) },
      { at: '2026-06-11T00:00:00Z', monthly: dollars(60) },
    ];
    expect(accrued(samples, '2026-06-16T00:00:00Z')).toBe(dollars(10 + 10));
  });

  it('starts with what the month before ended with', () => {
    const samples = [
      { at: '2026-04-02T00:00:00Z', monthly: dollars(900) },
      { at: '2026-05-31T00:00:00Z', monthly: dollars(30) },
      { at: '2026-06-11T12:00:00Z', monthly: dollars(60) },
    ];
    expect(accrued(samples, '2026-06-11T00:00:00Z')).toBe(dollars(10));
    expect(accrued(samples.slice(0, 2), '2026-06-01T00:00:00Z')).toBe(0n);
  });

  it('takes the time before the first sample for no cheaper', () => {
    for (const at of ['2026-06-10T00:00:00Z', '2026-06-11T00:00:00Z']) {
      expect(accrued([{ at, monthly: dollars(30) }], '2026-06-11T00:00:00Z')).toBe(dollars(10));
    }
  });

  it('is nothing without a sample, or with later ones only', () => {
    expect(accrued([], '2026-06-11T00:00:00Z')).toBe(0n);
    expect(accrued([{ at: '2026-06-12T00:00:00Z', monthly: dollars(30) }], '2026-06-11T00:00:00Z')).toBe(0n);
  });

  it('is never less later, does not depend on the order, and is at most the dearest sample', () => {
    const samples = fc.array(fc.record({ at: moment, monthly: amount }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(samples, moment, moment, (some, a, b) => {
        const [earlier, later] = a < b ? [a, b] : [b, a];
        const past = some.filter(({ at }) => at <= earlier);
        expect(accrued(past, later)).toBeGreaterThanOrEqual(accrued(past, earlier));
        const distinct = [...new Map(some.map((each) => [each.at, each])).values()];
        expect(accrued(distinct.toReversed(), later)).toBe(accrued(distinct, later));
        const dearest = some.reduce((most, { monthly }) => (monthly > most ? monthly : most), 0n);
        expect(accrued(some, later)).toBeLessThanOrEqual(dearest);
      }),
      runs,
    );
  });
});

describe('what may be granted for the rest of a month', () => {
  it.each([
    ['the budget at its beginning', 0, '2026-06-01T00:00:00Z', 300],
    ['the budget where it was used evenly', 150, '2026-06-16T00:00:00Z', 300],
    ['less where more was used', 200, '2026-06-16T00:00:00Z', 200],
    ['no more than the budget where less was used', 0, '2026-06-30T00:00:00Z', 300],
    ['nothing where all of it is used', 300, '2026-06-16T00:00:00Z', 0],
    ['nothing where more than it is used', 301, '2026-06-16T00:00:00Z', 0],
  ])('is %s', (_, used, now, rate) => {
    expect(grantable(dollars(300), dollars(used), now)).toBe(dollars(rate));
  });

  it('spreads the rest over an hour at least', () => {
    const rate = grantable(dollars(720), dollars(720) - 1n, '2026-06-30T23:59:59Z');
    expect(rate).toBe(720n);
  });

  it('keeps the month within the budget when it is used up to the last hour, and the next month too', () => {
    fc.assert(
      fc.property(amount, amount, moment, (monthly, used, now) => {
        const rate = grantable(monthly, used, now);
        expect(rate >= 0n && rate <= monthly).toBe(true);
        if (used > monthly) return;
        const rest = (rate * BigInt(to - Date.parse(now))) / BigInt(to - from);
        expect(used + rest).toBeLessThanOrEqual(monthly);
      }),
      runs,
    );
  });

  it('follows the UTC calendar, including leap years', () => {
    expect(grantable(dollars(29), dollars(1), '2028-02-02T00:00:00Z')).toBe(dollars(29));
    expect(grantable(dollars(28), dollars(1), '2028-02-02T00:00:00Z')).toBe((dollars(27) * 29n) / 28n);
    expect(grantable(dollars(31), dollars(16), '2026-12-31T00:00:00+00:00')).toBe(dollars(31));
  });

  it('refuses a moment that cannot be read', () => {
    expect(() => grantable(1n, 0n, 'soon')).toThrow(
      '"soon" is not a timestamp; expected the form 2026-03-01T12:00:00Z',
    );
    expect(() => accrued([{ at: 'then', monthly: 1n }], '2026-06-01T00:00:00Z')).toThrow(RangeError);
  });
});
