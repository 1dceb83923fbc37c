import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HeldMaximum } from '../../../lib/core/model/model.ts';
import { diskLimit, type LimitFacts, withinPlan } from '../../../lib/core/service/disk-limit.ts';
import { additional, aService } from '../organization.ts';

const gb = (many: number) => many * 1024;
const total = (many: number): HeldMaximum => ({ kind: 'total', gb: many });

/** A plan of 80 GB that allows 400 GB. */
const limit = (diskGb: number, maximum: HeldMaximum | null, more: Partial<LimitFacts> = {}) => {
  const { mb, by } = diskLimit({
    service: aService({ diskMb: gb(diskGb) }),
    maximum,
    planDiskMb: gb(80),
    capMb: gb(400),
    ...more,
  });
  return mb === null ? by : `${mb / 1024} GB by ${by}`;
};
const service = (more: Parameters<typeof aService>[0]) => ({ service: aService({ diskMb: gb(100), ...more }) });

describe('the limit of a disk', () => {
  it.each([
    ['the maximum, where the plan allows more', limit(100, additional(100)), '180 GB by maximum'],
    ['the maximum as a whole disk', limit(100, total(150)), '150 GB by maximum'],
    ['the plan, where the maximum allows more', limit(100, additional(500)), '400 GB by plan'],
    ['the plan, where both are equal: a higher maximum would not help', limit(100, additional(320)), '400 GB by plan'],
    [
      'the maximum, where the platform gives no limit of the plan',
      limit(100, additional(500), { capMb: null }),
      '580 GB by maximum',
    ],
    ['its present size without an autoscaler', limit(100, null), '100 GB by no autoscaler'],
    [
      'its present size where type or plan allows no autoscaler',
      limit(100, null, service({ type: 'valkey' })),
      '100 GB by not eligible',
    ],
    [
      'its present size where type or plan allows no autoscaler, although someone attached one',
      limit(100, additional(100), { ...service({ type: 'valkey' }), isStuck: true }),
      '100 GB by not eligible',
    ],
    [
      'its present size where the platform refused the autoscaler',
      limit(100, null, service({ refusal: 'no' })),
      '100 GB by not eligible',
    ],
    [
      'its present size while the service does not run',
      limit(100, additional(100), service({ state: 'REBUILDING' })),
      '100 GB by state',
    ],
    [
      'its present size while the autoscaler does not act',
      limit(100, additional(100), { isStuck: true }),
      '100 GB by maintenance',
    ],
    [
      'the plan also while the autoscaler does not act, because that would not help',
      limit(400, additional(500), { isStuck: true }),
      '400 GB by plan',
    ],
    ['never below the disk that is there', limit(200, additional(0)), '200 GB by maximum'],
    ['unknown with an unreadable maximum', limit(100, additional(null)), null],
    ['the plan with an unreadable maximum, once the disk is there', limit(400, additional(null)), '400 GB by plan'],
    ['unknown with an unknown disk of the plan', limit(100, additional(100), { planDiskMb: null }), null],
    ['unknown with an unknown disk', limit(0, additional(100), service({ diskMb: null })), null],
  ])('is %s', (_, found, expected) => {
    expect(found).toBe(expected);
  });

  it('is never below the disk, and no higher maximum and no larger plan lowers it', () => {
    const size = fc.integer({ min: 0, max: 2_000 });
    const check = (disk: number, plan: number, cap: number, maximum: number, more: number) => {
      const reach = (capGb: number, maximumGb: number) =>
        diskLimit({
          service: aService({ diskMb: gb(disk) }),
          maximum: additional(maximumGb),
          planDiskMb: gb(plan),
          capMb: gb(capGb),
        }).mb ?? Number.NaN;
      expect(reach(cap, maximum)).toBeGreaterThanOrEqual(gb(disk));
      expect(reach(cap, maximum + more)).toBeGreaterThanOrEqual(reach(cap, maximum));
      expect(reach(cap + more, maximum)).toBeGreaterThanOrEqual(reach(cap, maximum));
    };
    fc.assert(fc.property(size, size, size, size, size, check));
  });
});

describe('a maximum within its plan', () => {
  it('is what the plan can give beyond its own disk, and unchanged where that is unknown', () => {
    expect([500, 320, 100].map((many) => withinPlan(many, { planDiskMb: gb(80), capMb: gb(400) }))).toEqual([
      320, 320, 100,
    ]);
    expect([
      withinPlan(500, { planDiskMb: null, capMb: gb(400) }),
      withinPlan(500, { planDiskMb: gb(80), capMb: undefined }),
    ]).toEqual([500, 500]);
  });
});
