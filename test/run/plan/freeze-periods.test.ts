import { expect, it } from 'vitest';
import { freezeAt, freezeText, type WeeklyWindow, weekdays } from '../../../lib/core/model/freeze.ts';
import { freezePeriods } from '../../../lib/run/plan/freeze-periods.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';

const now = Date.parse('2026-12-12T12:00Z');
const long = {
  name: 'long',
  timeZone: 'UTC',
  start: Date.parse('2026-12-01T00:00Z'),
  end: Date.parse('2099-01-01T00:00Z'),
};
const daily: WeeklyWindow = { name: 'daily', timeZone: 'UTC', days: weekdays, fromMinute: 0, toMinute: 360 };

/** The freeze of these windows now. */
const frozen = async (...windows: readonly (typeof long | WeeklyWindow)[]) => {
  const freeze = freezeAt(await freezePeriods(createMemoryStore(), { windows, calendar: null, allow: [] }, now), now);
  return freeze && freezeText(freeze);
};

it('a freeze that lasts for years has a known end, and so has what follows it without a gap', async () => {
  expect(await frozen(long)).toBe('freeze "long" until 2099-01-01T00:00:00.000Z');
  expect(await frozen(long, daily)).toBe('freeze "long" until 2099-01-01T06:00:00.000Z');
  expect(await frozen({ ...daily, toMinute: 1440 })).toBe('freeze "daily" with no known end');
});
