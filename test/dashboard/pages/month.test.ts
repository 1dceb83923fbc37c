import { describe, expect, it } from 'vitest';
import type { MonthOfBudget } from '../../../lib/core/status/month.ts';
import { monthPart, monthPicture, monthTiles } from '../../../lib/dashboard/pages/month.ts';

const day = { provisionedMonthly: '1.00', inForceMonthly: '2.00', monthly: '9.00', fullDisks: 0 };

const budget = (given: Partial<MonthOfBudget> = {}): MonthOfBudget => ({
  ...{ name: 'shared', currency: 'EUR', monthly: '9.00', spent: '1234.50', lastMonth: null, expected: null },
  ...{ provisionedMonthly: '1.00', inForceMonthly: '2.00', services: 1, fullDisks: 0 },
  ...{ idleBesideFull: '0.00', daysIdle: 0, teams: [], days: [{ day: '2030-04-01', ...day }] },
  ...given,
});

const tilesOf = (given: Partial<MonthOfBudget>) =>
  monthTiles(budget(given)).map(({ label, value, detail }) => [label, String(value), detail].join(': '));

describe('the money of a month on a page', () => {
  it('is what was spent, with the month before as far as it is on record', () => {
    expect(tilesOf({})[0]).toBe('spent this month: 1,234.50 <small>EUR</small>: last month not on record');
    expect(tilesOf({ lastMonth: '7.00' })[0]).toMatch(/: last month 7\.00$/);
  });

  it('has an expected cost while the month goes on, and no guess from a single day', () => {
    const expected = { least: '10.00', likely: null, most: '20.00' };
    const says = 'expected at its end';
    expect(tilesOf({}).some((tile) => tile.startsWith(says))).toBe(false);
    expect(tilesOf({ expected })[1]).toBe(`${says}: unknown: 10.00 if nothing grows, 20.00 at most`);
    expect(tilesOf({ expected: { ...expected, likely: '15.00' } })[1]).toMatch(`${says}: 15.00: `);
  });

  it('says on how many days a disk was full beside money', () => {
    expect(tilesOf({}).at(-1)).toBe('idle beside full disks: 0.00: on 0 of 1 day');
    expect(tilesOf({ daysIdle: 1, idleBesideFull: '3.00' }).at(-1)).toBe('idle beside full disks: 3.00: on 1 of 1 day');
  });

  it('has no curve of a single day', () => {
    expect(monthPicture(budget())).toBe('');
    expect(String(monthPart(budget()))).toContain('headroom report --month 2030-04<');
    const days = ['2030-04-01', '2030-04-02'].map((name) => ({ day: name, ...day }));
    const picture = String(monthPicture(budget({ days })));
    expect(picture).toContain('<path class="band maximum"');
    expect(picture).toContain('budget 9 EUR</text>');
    expect(picture).toContain('above the budget');
  });
});
