import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { momentOfUse, noteUsage, usedMbAt, usedPercentsOf } from '../../../lib/platform/autoscaler/usage.ts';
import { newService as service } from './service.ts';

const dayMs = 86_400_000;

describe('use of a disk', () => {
  it('grows evenly while the service runs, and stops at a full disk', () => {
    expect(usedMbAt(service(), dayMs / 2)).toBe(600);
    expect(usedMbAt(service(), 3 * dayMs)).toBe(3100);
    expect(usedMbAt(service({ state: 'POWEROFF' }), 3 * dayMs)).toBe(100);
    expect(usedMbAt(service({ diskMb: 200 }), 3 * dayMs)).toBe(200);
  });

  it('is available for past moments, relative to the disk at that time (pf 2.7)', () => {
    const grown = service({ diskMb: 2000, usage: { mb: 1000, sinceMs: 0 }, growthMbPerDay: 500 });
    noteUsage(grown, dayMs);
    grown.diskMb = 4000;
    noteUsage(grown, 2 * dayMs);
    grown.growthMbPerDay = 0;
    const days = [0, 0.5, 0.999999, 1, 2, 9].map((day) => Math.round(usedPercentsOf(grown)(day * dayMs) * 100) / 100);
    expect(days).toEqual([50, 62.5, 74.95, 37.5, 50, 50]);
  });

  it('is stored for one year', () => {
    const busy = service();
    for (let day = 1; day <= 800; day += 1) noteUsage(busy, day * dayMs);
    expect(busy.usedBefore.length).toBeLessThan(370);
    expect(usedPercentsOf(busy)(434 * dayMs)).toBeCloseTo((434_100 * 100) / 1_000_000, 6);
  });

  it('does not catch up after a full disk', () => {
    const full = service({ diskMb: 200 });
    noteUsage(full, 5 * dayMs);
    full.diskMb = 5000;
    expect(usedMbAt(full, 6 * dayMs)).toBe(1200);
  });

  it('is reached at the very moment that is computed for it, and not a millisecond earlier', () => {
    const growth = fc.integer({ min: 100, max: 20_480_000 });
    const missing = fc.integer({ min: 1, max: 2 ** 28 });
    return fc.assert(
      fc.property(growth, missing, fc.nat({ max: 2 ** 40 }), (growthMbPerDay, mb, sinceMs) => {
        const grows = service({ growthMbPerDay, usage: { mb: 0, sinceMs }, diskMb: 2 ** 40 });
        const at = momentOfUse(grows, mb);
        expect(usedMbAt(grows, at)).toBeGreaterThanOrEqual(mb);
        expect(usedMbAt(grows, at - 1)).toBeLessThan(mb);
      }),
    );
  });

  it('is never reached without growth', () => {
    expect(momentOfUse(service({ growthMbPerDay: 0 }), 101)).toBe(Number.POSITIVE_INFINITY);
  });
});
