import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noteUsage, usedMbAt } from '../../lib/platform/autoscaler/usage.ts';
import type { Service } from '../../lib/platform/state/state.ts';
import { fullTimeOf } from '../../lib/platform/truth.ts';
import { newService } from './autoscaler/service.ts';

const dayMs = 86_400_000;

/** A disk of 1,000 MB that is full after nine days. */
const filling = (more: Partial<Service> = {}): Service =>
  newService({ diskMb: 1000, usage: { mb: 100, sinceMs: 0 }, growthMbPerDay: 100, ...more });

describe('the time with a full disk', () => {
  it('begins when use reaches the disk and lasts until now', () => {
    expect(fullTimeOf(filling(), 0, 9 * dayMs)).toEqual({ ms: 0, firstMs: null });
    expect(fullTimeOf(filling(), 0, 12 * dayMs)).toEqual({ ms: 3 * dayMs, firstMs: 9 * dayMs });
    expect(fullTimeOf(filling(), 10 * dayMs, 12 * dayMs)).toEqual({ ms: 2 * dayMs, firstMs: 10 * dayMs });
  });

  it('ends when the disk grows, and begins anew when that one is full', () => {
    const service = filling();
    noteUsage(service, 10 * dayMs);
    service.diskMb = 1200;
    expect(fullTimeOf(service, 0, 11 * dayMs)).toEqual({ ms: dayMs, firstMs: 9 * dayMs });
    expect(fullTimeOf(service, 0, 15 * dayMs)).toEqual({ ms: 4 * dayMs, firstMs: 9 * dayMs });
  });

  it('is none for a service that is powered off, and for a disk that no one knows', () => {
    expect(fullTimeOf(filling({ state: 'POWEROFF', usage: { mb: 1000, sinceMs: 0 } }), 0, dayMs).ms).toBe(0);
    expect(fullTimeOf(filling({ diskMb: 0, usage: { mb: 0, sinceMs: 0 } }), 0, dayMs).ms).toBe(0);
  });

  it('agrees with the use of the disk at every moment', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 1000 }), (growthMbPerDay, mb) => {
        const service = filling({ growthMbPerDay, usage: { mb, sinceMs: 0 } });
        const { firstMs } = fullTimeOf(service, 0, 20 * dayMs);
        const fullAt = (ms: number) => usedMbAt(service, ms) >= service.diskMb;
        if (firstMs === null) expect(fullAt(20 * dayMs - 1)).toBe(false);
        else expect([fullAt(firstMs), firstMs > 0 && fullAt(firstMs - 1)]).toEqual([true, false]);
      }),
    );
  });
});
