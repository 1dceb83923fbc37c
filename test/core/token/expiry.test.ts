import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../lib/core/model/durations.ts';
import { isUrgent } from '../../../lib/core/model/findings/findings.ts';
import { endFindings, endOf, expiresSoon } from '../../../lib/core/token/expiry.ts';
import { maxAgeSeconds } from '../../../lib/core/token/rotation.ts';

const now = Date.parse('2030-06-15T12:00:00Z');
const at = (msFromNow: number): string => new Date(now + msFromNow).toISOString();
const listed = { createdAt: at(-300 * dayMs), expiresAt: at(7 * dayMs), maxAgeSeconds: null };

describe('a token ends soon', () => {
  it('two weeks before its end, or when less than half of a short life is left', () => {
    const soon = (leftDays: number, lifetimeDays: number | null) =>
      expiresSoon(
        { expiresMs: now + leftDays * dayMs, lifetimeMs: lifetimeDays === null ? null : lifetimeDays * dayMs },
        now,
      );
    expect([soon(14, 365), soon(13.9, 365), soon(14, null), soon(13.9, null)]).toEqual([false, true, false, true]);
    expect([soon(1.5, 3), soon(1.4, 3), soon(-1, 3)]).toEqual([false, true, true]);
  });

  it('never before a rotation that comes in time, and always when the second of two has failed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 365 }), (rotationDays) => {
        const lifetimeMs = (maxAgeSeconds(rotationDays) ?? 0) * 1000;
        const soonAfter = (days: number) =>
          expiresSoon({ expiresMs: now + lifetimeMs, lifetimeMs }, now + days * dayMs);
        expect(soonAfter(rotationDays)).toBe(false);
        // The platform gives no token a longer life than ten years, and no rotation needs one.
        expect(soonAfter(lifetimeMs / dayMs - Math.min(rotationDays, 14) + 0.1)).toBe(true);
      }),
    );
  });
});

it('the finding about a token that ends rises 7 days and 1 day before, and is urgent from then on', () => {
  const found = (leftDays: number, lifetimeDays = 365) =>
    endFindings({ expiresMs: now + leftDays * dayMs, lifetimeMs: lifetimeDays * dayMs }, now).map((finding) => [
      finding.subject,
      isUrgent(finding),
    ]);
  expect([60, 14, 13.9, 6.9, 0.9, -1].map((days) => found(days))).toEqual([
    ...[[], [], [['14 days', false]]],
    ...[[['7 days', true]], [['1 day', true]], [['1 day', true]]],
  ]);
  expect([found(1.6, 3), found(1.4, 3)]).toEqual([[], [['7 days', true]]]);
  expect(endFindings(null, now)).toEqual([]);
});

describe('the end of a listed token', () => {
  it('is what it was created with, whatever its age: each use may renew it', () => {
    const end = endOf({ ...listed, maxAgeSeconds: (7 * dayMs) / 1000 });
    expect(end).toEqual({ expiresMs: now + 7 * dayMs, lifetimeMs: 7 * dayMs });
    expect(end && expiresSoon(end, now)).toBe(false);
  });

  it('is the time from its creation where the list does not say more, and unknown without that', () => {
    expect(endOf(listed)).toEqual({ expiresMs: now + 7 * dayMs, lifetimeMs: 307 * dayMs });
    expect(endOf({ ...listed, createdAt: null })).toEqual({ expiresMs: now + 7 * dayMs, lifetimeMs: null });
  });

  it.each([null, 'no time'])('is without an end for %j', (expiresAt) => {
    expect(endOf({ ...listed, expiresAt })).toBeNull();
  });
});
