import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { grownDiskMb, thresholdMb, thresholdPercent } from '../../../lib/core/model/autoscaler.ts';

describe('the threshold', () => {
  // §8 threshold wide-column, §8 threshold search, §8 threshold others
  test.each([
    ['cassandra', 35],
    ['engine', 75],
    ['pg', 85],
    ['mysql', 85],
    ['kafka', 85],
    ['toString', 85],
  ])('of %s is %i percent', (type, percent) => {
    expect(thresholdPercent(type)).toBe(percent);
  });
});

describe('one evaluation', () => {
  // §1.5, §8 growth step
  test.each([
    // disk, used, percent, limit, grown
    ['wide-column just below', 1000, 349, 35, 9999, 1000],
    ['wide-column at it', 1000, 350, 35, 9999, 1035],
    ['search just below', 1000, 749, 75, 9999, 1000],
    ['search at it', 1000, 750, 75, 9999, 1075],
    ['others just below', 1000, 849, 85, 9999, 1000],
    ['others at it', 1000, 850, 85, 9999, 1085],
    ['a step that is no whole MB is rounded up', 1000, 851, 85, 9999, 1086],
    ['a full disk', 1000, 1000, 85, 9999, 1100],
    ['a step over the limit is clipped', 1000, 900, 85, 1050, 1050],
    ['at the limit', 1050, 1000, 85, 1050, 1050],
    ['a limit below what is provisioned leaves the disk', 1050, 1000, 85, 900, 1050],
  ])('%s: disk %i, used %i, %i percent, limit %i', (_case, diskMb, usedMb, percent, limitMb, grown) => {
    expect(grownDiskMb({ diskMb, usedMb, percent, limitMb })).toBe(grown);
  });

  const disks = fc
    .record({
      diskMb: fc.integer({ min: 1, max: 2 ** 40 }),
      share: fc.integer({ min: 0, max: 1000 }),
      percent: fc.constantFrom(35, 75, 85),
      limitMb: fc.integer({ min: 0, max: 2 ** 41 }),
    })
    .map(({ share, ...disk }) => ({ ...disk, usedMb: Math.floor((disk.diskMb * share) / 1000) }));

  it('never shrinks a disk and never passes the limit (§1.2, §8 scale down, §8 upper bound)', () => {
    return fc.assert(
      fc.property(disks, (disk) => {
        const grown = grownDiskMb(disk);
        expect(grown).toBeGreaterThanOrEqual(disk.diskMb);
        expect(grown).toBeLessThanOrEqual(Math.max(disk.diskMb, disk.limitMb));
        expect(Number.isInteger(grown)).toBe(true);
      }),
    );
  });

  it('grows exactly when the threshold is reached and there is room', () => {
    return fc.assert(
      fc.property(disks, (disk) => {
        const reached = disk.usedMb >= thresholdMb(disk.diskMb, disk.percent);
        expect(grownDiskMb(disk) > disk.diskMb).toBe(reached && disk.limitMb > disk.diskMb);
      }),
    );
  });
});
