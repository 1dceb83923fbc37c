import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOfGb, formatCents, formatExact, parseMoney, unit } from '../../../lib/core/model/money.ts';
import { monthlyPrice, scaled } from '../../../lib/core/model/price.ts';

const amounts = fc.bigInt({ min: 0n, max: 10n ** 24n - 1n });
const runs = { numRuns: 2_500 };

describe('prices', () => {
  it.each([
    ['0.000137', '0.10001'],
    ['0.000500', '0.365'],
    ['0.000000000001', '0.00000000073'],
    ['1', '730.00'],
    ['0', '0.00'],
  ])('%s an hour is %s a month', (hourly, monthly) => {
    expect(formatExact(monthlyPrice(hourly) ?? -1n)).toBe(monthly);
  });

  it('by the month are those by the hour times 730, to the last decimal', () => {
    fc.assert(
      fc.property(amounts, (amount) => monthlyPrice(formatExact(amount)) === amount * 730n),
      runs,
    );
  });

  it.each(['', '1.37e-4', '-0.1', '0,1', '.5', '0.0000000000001', 'free'])('%j is none', (text) => {
    expect(monthlyPrice(text)).toBeNull();
    expect(scaled(unit, text)).toBeNull();
  });

  it('are scaled exactly, and rounded up only beyond the 12th decimal', () => {
    fc.assert(
      fc.property(amounts, amounts, (price, factor) => {
        const exact = price * factor;
        const got = (scaled(price, formatExact(factor)) ?? -1n) * unit;
        expect(got).toBeGreaterThanOrEqual(exact);
        expect(got - exact).toBeLessThan(unit);
      }),
      runs,
    );
    expect(scaled(3n, '0.5')).toBe(2n);
    expect(scaled(4n, '0.5')).toBe(2n);
  });

  it('of 200 GB at the price of the platform, in another currency with tax, come to the cent', () => {
    const price = scaled(scaled(monthlyPrice('0.000137') ?? 0n, '0.92') ?? 0n, '1.19') ?? 0n;
    expect(formatExact(price)).toBe('0.109490948');
    expect(formatCents(costOfGb(price, 200))).toBe('21.90');
    expect(parseMoney(formatExact(price))).toBe(price);
  });
});
