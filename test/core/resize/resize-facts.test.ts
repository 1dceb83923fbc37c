import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grownDiskMb, thresholdPercent } from '../../../lib/core/model/autoscaler.ts';
import { diskSizesOf, leastDiskMb, steppedUpMb } from '../../../lib/core/resize/resize-facts.ts';
import { planSizesIn } from '../../../lib/core/service/floor.ts';

const gb = 1024;
const types = fc.constantFrom('pg', 'engine', 'cassandra');

describe('the least disk for a used space', () => {
  it('is not grown by the autoscaler, and a disk of one MB less is', () => {
    fc.assert(
      fc.property(types, fc.integer({ min: 1, max: 2 ** 30 }), (type, usedMb) => {
        const diskMb = leastDiskMb(usedMb, type);
        const percent = thresholdPercent(type);
        const grown = (mb: number) => grownDiskMb({ diskMb: mb, usedMb, percent, limitMb: 2 ** 40 });
        expect(grown(diskMb)).toBe(diskMb);
        expect(grown(diskMb - 1)).toBeGreaterThan(diskMb - 1);
      }),
    );
  });
});

describe('the size in steps of the plan', () => {
  it('is the smallest one that is enough, and never less than the disk of the plan', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 30 }),
        fc.integer({ min: 1, max: 100 * gb }),
        fc.integer({ min: 0, max: 2 ** 31 }),
        (planMb, stepMb, leastMb) => {
          const sizeMb = steppedUpMb({ planMb, stepMb, capMb: 2 ** 40 }, leastMb);
          expect(sizeMb).toBeGreaterThanOrEqual(Math.max(planMb, leastMb));
          expect((sizeMb - planMb) % stepMb).toBe(0);
          if (sizeMb > planMb) expect(sizeMb - stepMb).toBeLessThan(leastMb);
        },
      ),
    );
  });
});

describe('the sizes of a plan', () => {
  const known = {
    planDiskMb: new Map([['pg/p', 80 * gb]]),
    planCapMb: new Map([['pg/p', 400 * gb]]),
    planStepMb: new Map([['pg/p', 10 * gb]]),
  };
  const none = new Map([['pg/p', null]]);
  const service = { type: 'pg', plan: 'p' };
  const sizesOf = (maps: typeof known) => diskSizesOf({ service, sizes: planSizesIn(maps)(service) });

  it('are what the platform says', () => {
    expect(sizesOf(known)).toEqual({ planMb: 80 * gb, stepMb: 10 * gb, capMb: 400 * gb });
  });

  it.each([
    ['planDiskMb', 'the platform does not report the disk of plan pg/p'],
    ['planCapMb', 'the platform reports no dynamic disk sizing for plan pg/p'],
    ['planStepMb', 'the store has no step of disk sizes for plan pg/p yet; a later run of all projects asks for it'],
  ] as const)('are unknown without %s', (member, why) => {
    expect(sizesOf({ ...known, [member]: none })).toBe(why);
    expect(sizesOf({ ...known, [member]: new Map() })).toBe(why);
  });
});
