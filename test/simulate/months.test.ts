import { expect, it } from 'vitest';
import { parseMoney } from '../../lib/core/model/money.ts';
import type { Edge } from '../../lib/platform/index.ts';
import { livedMonths } from '../../lib/simulate/months.ts';

const money = (amount: string) => parseMoney(amount) ?? 0n;
const edge = { state: { projects: new Map() } } as unknown as Edge;

/** What all maximums can cost at the end of a day. */
const day = (at: string, worstCase: string) => ({
  atMs: Date.parse(at),
  day: { full: 0, productionFull: 0, provisioned: 0n, worstCase: money(worstCase) },
});

const budgetsAt = (at: string, monthly: string, floorMonthly: string) => ({
  atMs: Date.parse(at),
  budgets: [{ monthly, floorMonthly }],
});

it('a day that ends with its month belongs to it, and each month has the budgets of its last run', () => {
  const months = livedMonths(edge, {
    ...{ startMs: Date.parse('2030-01-31T00:00:00Z'), endMs: Date.parse('2030-02-02T12:00:00Z') },
    days: [day('2030-02-01T00:00:00Z', '10.00'), day('2030-02-02T00:00:00Z', '7.00')],
    budgets: [budgetsAt('2030-01-31T12:00:00Z', '50.00', '20.00'), budgetsAt('2030-02-01T12:00:00Z', '60.00', '90.00')],
  });
  expect(months).toMatchObject([
    { month: '2030-01', hours: 24, worstCase: money('10.00'), budget: money('50.00'), unspent: money('30.00') },
    { month: '2030-02', hours: 36, worstCase: money('7.00'), budget: money('60.00'), unspent: -money('30.00') },
  ]);
});

it('the begin of a month that no day has ended in yet has the size of the first one after it, and no budget without a run', () => {
  const months = livedMonths(edge, {
    ...{ startMs: Date.parse('2030-01-31T12:00:00Z'), endMs: Date.parse('2030-02-01T12:00:00Z') },
    days: [day('2030-02-01T12:00:00Z', '10.00')],
    budgets: [],
  });
  expect(months.map(({ worstCase, budget }) => [worstCase, budget])).toEqual([
    [money('10.00'), null],
    [money('10.00'), null],
  ]);
});
