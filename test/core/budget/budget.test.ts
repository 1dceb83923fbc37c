import { describe, expect, it } from 'vitest';
import { allocate, type Claim } from '../../../lib/core/budget/budget.ts';
import { formatExact, parseMoney } from '../../../lib/core/model/money.ts';
import { gbOf } from '../claims.ts';

const money = (text: string) => parseMoney(text) ?? -1n;

const claim = (service: string, wantGb: number, more: Partial<Claim> = {}): Claim => ({
  project: 'shop-prod',
  service,
  floorGb: 0,
  wantGb,
  price: money('0.15'),
  priority: 1,
  weight: 1,
  ...more,
});

describe('a budget', () => {
  it('that is ample gives every service all it wants', () => {
    const allocation = allocate(money('100.00'), [claim('pg', 200), claim('kafka', 300, { floorGb: 20 })]);
    expect(gbOf(allocation)).toEqual({ 'shop-prod/kafka': 300, 'shop-prod/pg': 200 });
    expect([allocation.floor, allocation.allocated].map(formatExact)).toEqual(['3.00', '75.00']);
    expect(allocation.frozen).toBe(false);
  });

  it('that is tight is divided by weight, above what each has already', () => {
    const requested = [claim('pg', 500, { weight: 2 }), claim('kafka', 500), claim('mysql', 500, { floorGb: 300 })];
    const allocation = allocate(money('90.00'), requested);
    expect(gbOf(allocation)).toEqual({ 'shop-prod/kafka': 100, 'shop-prod/mysql': 300, 'shop-prod/pg': 200 });
  });

  it('that is below the provisioned cost is frozen: no service gains and none loses', () => {
    const allocation = allocate(money('10.00'), [
      claim('pg', 200, { floorGb: 50 }),
      claim('kafka', 10, { floorGb: 20 }),
    ]);
    expect(gbOf(allocation)).toEqual({ 'shop-prod/kafka': 20, 'shop-prod/pg': 50 });
    expect(allocation.frozen).toBe(true);
    expect([allocation.floor, allocation.allocated].map(formatExact)).toEqual(['10.50', '10.50']);
  });

  it('serves the first tier first, and ends for all with the first GB that does not fit', () => {
    const requested = [
      claim('pg', 100, { price: money('1'), priority: 1 }),
      claim('kafka', 100, { price: money('0.01'), priority: 2, floorGb: 5 }),
    ];
    const allocation = allocate(money('50.50'), requested);
    expect(gbOf(allocation)).toEqual({ 'shop-prod/kafka': 5, 'shop-prod/pg': 50 });
    expect(formatExact(allocation.allocated)).toBe('50.05');
  });

  it('settles ties by project, then service, in the order of code units', () => {
    const requested = [
      claim('pg-10', 9),
      claim('pg-2', 9),
      claim('Pg', 9),
      claim('pg', 9, { project: 'Shop' }),
      claim('a', 9, { project: 'ä' }),
    ];
    expect(
      allocate(money('0.60'), requested).shares.map(({ claim: { project, service }, gb }) => [project, service, gb]),
    ).toEqual([
      ['Shop', 'pg', 1],
      ['shop-prod', 'Pg', 1],
      ['shop-prod', 'pg-10', 1],
      ['shop-prod', 'pg-2', 1],
      ['ä', 'a', 0],
    ]);
  });

  it('of nothing grants nothing', () => {
    expect(gbOf(allocate(0n, [claim('pg', 10)]))).toEqual({ 'shop-prod/pg': 0 });
    expect(allocate(0n, []).shares).toEqual([]);
  });

  it('takes a service of any size that wants no more than it has', () => {
    const vast = claim('pg', 999_999_999_999_999, { floorGb: 999_999_999_999_999, price: 0n });
    expect(gbOf(allocate(0n, [vast]))).toEqual({ 'shop-prod/pg': 999_999_999_999_999 });
  });

  it.each<[string, Partial<Claim>]>([
    ['a negative floor', { floorGb: -1 }],
    ['parts of a GB', { floorGb: 1.5 }],
    ['a want that is no number', { wantGb: Number.NaN }],
    ['a want beyond all disks', { wantGb: 2 ** 23 + 1 }],
    ['no weight', { weight: 0 }],
    ['too much weight', { weight: 1001 }],
    ['half a weight', { weight: 0.5 }],
    ['tier 0', { priority: 0 }],
    ['a negative price', { price: -1n }],
  ])('refuses a claim with %s', (_, wrong) => {
    expect(() => allocate(0n, [claim('pg', 10, wrong)])).toThrow(/^the claim of shop-prod\/pg is out of range: /);
  });

  it('refuses two claims of one service', () => {
    expect(() => allocate(0n, [claim('pg', 1), claim('a', 1), claim('pg', 2)])).toThrow(
      'shop-prod/pg has two claims; pass each service once',
    );
  });
});
