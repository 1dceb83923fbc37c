import { describe, expect, it } from 'vitest';
import { isNewer, withTimes } from '../../../lib/core/inventory/confirmed.ts';

const [t0, t1, t2, t3] = [
  '2030-01-01T10:00:00.000Z',
  '2030-01-01T11:00:00.000Z',
  '2030-01-01T12:00:00.000Z',
  '2030-01-01T13:00:00.000Z',
] as const;

describe('the times of a stored reading', () => {
  it('are those of a later reading that confirms the record', () => {
    const times = withTimes({ readAt: t0, seenAt: t0 }, { readAt: t2, seenAt: t1, recordedAt: t0 });
    expect(times).toEqual({ readAt: t2, seenAt: t1, recordedAt: t0 });
  });

  it('are without a time of the platform where the later reading has none', () => {
    expect(withTimes({ readAt: t0, seenAt: t0 }, { readAt: t2, recordedAt: t0 }).seenAt).toBeUndefined();
  });

  it.each([
    ['nothing confirms it', undefined],
    ['the confirmation is about an earlier record', { readAt: t3, recordedAt: t0 }],
    ['the confirmation is about a later record', { readAt: t3, recordedAt: t2 }],
    ['the confirmation is older', { readAt: t0, recordedAt: t1 }],
    ['the reading wrote the record itself', { readAt: t3 }],
  ])('are those of the record where %s', (_, confirmation) => {
    expect(withTimes({ readAt: t1 }, confirmation)).toMatchObject({ readAt: t1, recordedAt: t1 });
  });
});

describe('a time in the index', () => {
  const certain = (at = ''): string => (at <= t2 ? at : '');

  it.each([
    ['a younger reading of the same record', { readAt: t2, recordedAt: t0 }, { readAt: t1, recordedAt: t0 }, true],
    ['an older reading of the same record', { readAt: t1, recordedAt: t0 }, { readAt: t2, recordedAt: t0 }, false],
    ['a newer record that was read before', { readAt: t1 }, { readAt: t2, recordedAt: t0 }, true],
    ['an earlier record that was read later', { readAt: t2, recordedAt: t0 }, { readAt: t1 }, false],
    ['the first reading', { readAt: t0 }, undefined, true],
    ['any reading after one of a clock that was ahead', { readAt: t1 }, { readAt: t3 }, true],
  ])('is replaced by %s: judged as it should be', (_, reading, known, expected) => {
    expect(isNewer(reading, known, certain)).toBe(expected);
  });
});
