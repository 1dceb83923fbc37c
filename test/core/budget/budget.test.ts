import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allocate, applyDeadBand, type Claim, type Share, type SharedMoney } from '../../../lib/core/budget/budget.ts';
import { formatExact, parseMoney } from '../../../lib/core/model/money.ts';
import { lawsFor } from '../../laws.ts';
import { claims, gbOf, monthly } from '../claims.ts';

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

const band = fc.nat(8);
const currents = fc.array(fc.option(fc.nat(40), { freq: 4 }), { minLength: 7, maxLength: 7 });

const asked = (service: string, wantGb: number, floorGb = 0): Claim => ({
  project: 'p',
  service,
  floorGb,
  wantGb,
  price: 1n,
  priority: 1,
  weight: 1,
});

/** What becomes of maximums by name; one that is not given is null. */
const settled = (allocation: SharedMoney, current: Record<string, number>, deadBandGb: number) =>
  Object.fromEntries(
    [...applyDeadBand(allocation, ({ service }) => current[service] ?? null, deadBandGb)].map(([{ service }, gb]) => [
      service,
      gb,
    ]),
  );

describe('the dead band', () => {
  const ample = allocate(1000n, [asked('a', 100), asked('b', 100)]);

  it('leaves differences below it alone, in both directions, and carries out those that reach it', () => {
    expect(settled(ample, { a: 96, b: 104 }, 5)).toEqual({ a: 96, b: 104 });
    expect(settled(ample, { a: 95, b: 105 }, 5)).toEqual({ a: 100, b: 100 });
  });

  it('of 0 leaves nothing alone', () => {
    expect(settled(ample, { a: 99, b: 101 }, 0)).toEqual({ a: 100, b: 100 });
  });

  it('is not for services that have no maximum yet', () => {
    expect(settled(ample, { b: 99 }, 500)).toEqual({ a: 100, b: 99 });
  });

  it('leaves no maximum below what is provisioned', () => {
    expect(settled(allocate(1000n, [asked('a', 100, 100)]), { a: 99 }, 5)).toEqual({ a: 100 });
  });

  it('carries out all small lowers when the budget needs them, and still no small raise', () => {
    const tight = allocate(203n, [asked('a', 100), asked('b', 100), asked('c', 3)]);
    expect(settled(tight, { a: 102, b: 101, c: 3 }, 5)).toEqual({ a: 100, b: 100, c: 3 });
    expect(settled(tight, { a: 102, b: 101, c: 0 }, 5)).toEqual({ a: 102, b: 101, c: 0 });
    expect(settled(tight, { a: 102, b: 102, c: 0 }, 5)).toEqual({ a: 100, b: 100, c: 0 });
  });

  it('lowers everybody to the floor when the budget is frozen', () => {
    const frozen = allocate(10n, [asked('a', 100, 20), asked('b', 100, 20)]);
    expect(settled(frozen, { a: 22, b: 21 }, 5)).toEqual({ a: 20, b: 20 });
  });

  const holdsFor = lawsFor(
    fc.tuple(monthly, claims, currents, band).map(([budget, some, has, deadBandGb]) => {
      const places = new Map(some.map((each, place) => [each, has[place] ?? null]));
      const current = (claim: Claim) => places.get(claim) ?? null;
      return { allocation: allocate(budget, some), current, deadBandGb };
    }),
    2_500,
  );
  const holds = (
    law: (allocation: SharedMoney, current: (claim: Claim) => number | null, deadBandGb: number) => void,
  ) => holdsFor(({ allocation, current, deadBandGb }) => law(allocation, current, deadBandGb));

  it('keeps the cost of all maximums within the budget, unless that is frozen', () => {
    holds((allocation, current, deadBandGb) => {
      if (allocation.frozen) return;
      const gb = applyDeadBand(allocation, current, deadBandGb);
      const cost = [...gb].reduce((sum, [{ price }, each]) => sum + price * BigInt(each), 0n);
      expect(cost <= allocation.monthly).toBe(true);
    });
  });

  it('leaves every maximum at its share or as it is, and within the band of the share', () => {
    holds((allocation, current, deadBandGb) => {
      const gb = applyDeadBand(allocation, current, deadBandGb);
      const isRight = ({ claim, gb: share }: Share) => {
        const now = gb.get(claim) ?? -1;
        if (now === share) return now >= claim.floorGb;
        return now === current(claim) && now >= claim.floorGb && Math.abs(now - share) < deadBandGb;
      };
      expect(allocation.shares.filter((share) => !isRight(share))).toEqual([]);
    });
  });

  it('changes nothing of what it has made', () => {
    holds((allocation, current, deadBandGb) => {
      const once = applyDeadBand(allocation, current, deadBandGb);
      expect(applyDeadBand(allocation, (claim) => once.get(claim) ?? null, deadBandGb)).toEqual(once);
    });
  });
});
