import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Allocation, allocate, type Claim, type Share } from '../../../lib/core/budget/budget.ts';
import { applyDeadBand } from '../../../lib/core/budget/dead-band.ts';
import { lawsFor } from '../../laws.ts';
import { claims, monthly } from '../claims.ts';

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
const settled = (allocation: Allocation, current: Record<string, number>, deadBandGb: number) =>
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
  const holds = (law: (allocation: Allocation, current: (claim: Claim) => number | null, deadBandGb: number) => void) =>
    holdsFor(({ allocation, current, deadBandGb }) => law(allocation, current, deadBandGb));

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
