import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs, isoInstant } from '../../../lib/core/model/durations.ts';
import { formatExact, parseMoney, unit } from '../../../lib/core/model/money.ts';
import type { BudgetOfDay, MoneyOfDay } from '../../../lib/core/status/money-of-day.ts';
import { monthBefore, monthNamed, monthOfBudgets } from '../../../lib/core/status/month.ts';

const april = monthNamed('2030-04');

const amounts = (provisioned: number, more: Partial<BudgetOfDay> = {}) => ({
  provisionedMonthly: `${provisioned}.00`,
  inForceMonthly: '900.00',
  services: 3,
  uncounted: 0,
  fullDisks: 0,
  ...more,
});

const dayOf = (day: string, provisioned: number, more: Partial<BudgetOfDay> = {}): MoneyOfDay => ({
  day,
  budgets: [
    {
      ...{ name: 'shared', currency: 'EUR', monthly: '1000.00', idleMonthly: '0.00', isPart: false, teams: [] },
      ...amounts(provisioned, more),
    },
  ],
});

const at = (moment: string) => Date.parse(moment);

describe('the cost of a month', () => {
  it('adds each day at what was provisioned on it, and has the month before beside it', () => {
    const days = [dayOf('2030-03-01', 310), dayOf('2030-04-01', 300), dayOf('2030-04-16', 600)];
    const [month] = monthOfBudgets(days, april, at('2030-05-03T00:00:00Z'));
    // Half a month at 300 and half at 600; the last millisecond of a month costs less than a cent.
    expect(Number(month?.spent)).toBeCloseTo(450, 2);
    expect(Number(month?.lastMonth)).toBeCloseTo(310, 2);
    expect(month?.expected).toBeNull();
    expect(month?.days.map(({ day }) => day)).toEqual(['2030-04-01', '2030-04-16']);
  });

  it('goes to now, and knows nothing of a month without a record', () => {
    const [month] = monthOfBudgets([dayOf('2030-04-01', 300)], april, at('2030-04-11T00:00:00Z'));
    expect(month?.spent).toBe('100.00');
    expect(month?.lastMonth).toBeNull();
    expect(monthOfBudgets([dayOf('2030-03-31', 300)], april, at('2030-04-11T00:00:00Z'))).toEqual([]);
  });

  it('leaves out a day in the future, which a clock that was ahead noted', () => {
    const days = [dayOf('2030-04-01', 300), dayOf('2030-04-20', 9000)];
    expect(monthOfBudgets(days, april, at('2030-04-11T00:00:00Z'))[0]?.spent).toBe('100.00');
  });
});

describe('the cost at the end of a month', () => {
  it('is the present size to its end at least, growth as before in between, and every maximum at most', () => {
    const days = [dayOf('2030-04-01', 300), dayOf('2030-04-11', 400)];
    const [month] = monthOfBudgets(days, april, at('2030-04-11T00:00:00Z'));
    const { least, likely, most } = month?.expected ?? {};
    // 10 days at 300, 20 at 400; with 10 a day more; and 20 days at 900.
    expect(Number(least)).toBeCloseTo(366.67, 1);
    expect(Number(likely)).toBeCloseTo(366.67 + 190 / 3, 1);
    expect(Number(most)).toBeCloseTo(700, 1);
  });

  it('is that of the present size where every disk is at its maximum, however they grew before', () => {
    const days = [dayOf('2030-04-01', 300), dayOf('2030-04-11', 900)];
    const { least, likely, most } = monthOfBudgets(days, april, at('2030-04-11T00:00:00Z'))[0]?.expected ?? {};
    expect([likely, most]).toEqual([least, least]);
  });

  it('has no likely figure with one day on record', () => {
    const [month] = monthOfBudgets([dayOf('2030-04-01', 300)], april, at('2030-04-01T12:00:00Z'));
    expect(month?.expected?.likely).toBeNull();
  });

  it('is never less than what is spent, and its figures are in order', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 29 });
    fc.assert(
      fc.property(sizes, (provisioned) => {
        const days = provisioned.map((size, index) =>
          dayOf(isoInstant(april.fromMs + index * dayMs).slice(0, 10), size),
        );
        const nowMs = april.fromMs + provisioned.length * dayMs - dayMs / 2;
        const [month] = monthOfBudgets(days, april, nowMs);
        const [spent, least, likely, most] = [
          month?.spent,
          month?.expected?.least,
          month?.expected?.likely ?? month?.expected?.least,
          month?.expected?.most,
        ].map((text) => parseMoney(text ?? '') ?? -1n);
        expect([spent, least, likely, most].map(String)).toEqual(
          [spent, least, likely, most].toSorted((a = 0n, b = 0n) => Number(a - b)).map(String),
        );
      }),
    );
  });
});

describe('money that helped no disk', () => {
  it('counts on days with a full disk only, each at its part of the month', () => {
    const days = [
      dayOf('2030-04-01', 300, { fullDisks: 1, idleMonthly: '600.00' }),
      dayOf('2030-04-02', 300, { fullDisks: 1, idleMonthly: '0.00' }),
      dayOf('2030-04-03', 300, { fullDisks: 2, idleMonthly: '300.00' }),
    ];
    const [month] = monthOfBudgets(days, april, at('2030-04-03T12:00:00Z'));
    expect(month?.idleBesideFull).toBe('30.00');
    expect(month?.daysIdle).toBe(2);
  });
});

it('the teams of a budget spend what it spends', () => {
  const amount = fc.integer({ min: 0, max: 500 });
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: 25 }), (provisioned) => {
      const days = provisioned.map(([a, b], index) =>
        dayOf(isoInstant(april.fromMs + index * dayMs).slice(0, 10), a + b, {
          teams: [
            { owner: 'a', ...amounts(a) },
            { owner: 'b', ...amounts(b) },
          ],
        }),
      );
      const [month] = monthOfBudgets(days, april, april.fromMs + provisioned.length * dayMs);
      const sum = (month?.teams ?? []).reduce((total, { spent }) => total + (parseMoney(spent) ?? 0n), 0n);
      const difference = sum - (parseMoney(month?.spent ?? '') ?? 0n);
      // Each is rounded up to the smallest decimal.
      expect(difference >= 0n && difference <= 2n, formatExact(difference < 0n ? -difference * unit : difference)).toBe(
        true,
      );
    }),
  );
});

it('the month before January is December', () => {
  expect(monthBefore(monthNamed('2030-01')).name).toBe('2029-12');
});
