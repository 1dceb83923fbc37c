import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  costOfGb,
  createCostSum,
  formatCents,
  formatCentsSigned,
  formatCentsUp,
  formatExact,
  monthlyPrice,
  parseMoney,
  scaled,
  unit,
} from '../../../lib/core/model/money.ts';

const amounts = fc.bigInt({ min: 0n, max: 10n ** 24n - 1n });

describe('money', () => {
  it('reads back exactly what it writes', () => {
    fc.assert(
      fc.property(amounts, (amount) => parseMoney(formatExact(amount)) === amount),
      { numRuns: 2_500 },
    );
  });

  it('costs the price times the GB, to the last of 12 decimals', () => {
    fc.assert(
      fc.property(amounts, fc.nat(), (price, gb) => {
        expect(costOfGb(price, gb)).toBe(price * BigInt(gb));
        expect(costOfGb(price, gb) + price).toBe(costOfGb(price, gb + 1));
      }),
    );
  });

  it('shows at most half a cent more or less than there is', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 23n }), (amount) => {
        const shown = parseMoney(formatCents(amount)) ?? -1n;
        expect(shown - amount).toBeLessThanOrEqual(5_000_000_000n);
        expect(amount - shown).toBeLessThan(5_000_000_000n);
      }),
    );
  });

  it('rounds up what must not be understated, by less than a cent', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 23n }), (amount) => {
        const shown = parseMoney(formatCentsUp(amount)) ?? -1n;
        expect(shown).toBeGreaterThanOrEqual(amount);
        expect(shown - amount).toBeLessThan(10_000_000_000n);
      }),
    );
  });

  it('shows a difference with its sign, and none where it comes to no cent', () => {
    const differences = [-5_550_000_000_000n, 5_550_000_000_000n, 0n, -4_000_000_000n, -5_000_000_000n];
    expect(differences.map(formatCentsSigned)).toEqual(['-5.55', '5.55', '0.00', '0.00', '-0.01']);
  });

  it.each([
    ['0.15', '0.15', '0.15'],
    ['1200', '1200.00', '1200.00'],
    ['0.005', '0.005', '0.01'],
    ['0.004999', '0.004999', '0.00'],
    ['0.000137000001', '0.000137000001', '0.00'],
    ['9.995', '9.995', '10.00'],
  ])('%s is exactly %s and shown as %s', (text, exact, shown) => {
    const amount = parseMoney(text) ?? -1n;
    expect([formatExact(amount), formatCents(amount)]).toEqual([exact, shown]);
  });

  it.each(['', '-1', '1.', '.5', '1e3', '1,5', '0.1234567890123', ' 1', 'NaN', '1234567890123'])(
    'refuses %j',
    (text) => {
      expect(parseMoney(text)).toBeNull();
    },
  );
});

it('the cost of many services is exact, whatever their prices and sizes are', () => {
  const price = fc.oneof(fc.bigInt({ min: 0n, max: 400_000_000_000n }), fc.bigInt({ min: 0n, max: 2n ** 62n }));
  const gb = fc.oneof(fc.nat(1000), fc.nat(2 ** 23), fc.maxSafeNat());
  fc.assert(
    fc.property(fc.array(fc.tuple(price, gb), { maxLength: 200 }), (services) => {
      const sum = createCostSum();
      for (const [each, size] of services) sum.add(each, Number(each), size);
      expect(sum.total()).toBe(services.reduce((total, [each, size]) => total + each * BigInt(size), 0n));
    }),
  );
});

const perHour = fc.bigInt({ min: 0n, max: 10n ** 24n - 1n });
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
      fc.property(perHour, (amount) => monthlyPrice(formatExact(amount)) === amount * 730n),
      runs,
    );
  });

  it.each(['', '1.37e-4', '-0.1', '0,1', '.5', '0.0000000000001', 'free'])('%j is none', (text) => {
    expect(monthlyPrice(text)).toBeNull();
    expect(scaled(unit, text)).toBeNull();
  });

  it('are scaled exactly, and rounded up only beyond the 12th decimal', () => {
    fc.assert(
      fc.property(perHour, perHour, (price, factor) => {
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
