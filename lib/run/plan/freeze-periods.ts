import { dayMs } from '../../core/model/durations.ts';
import { type FreezePeriods, type FreezePolicy, periodsBetween, windowsBetween } from '../../core/model/freeze.ts';
import { readCalendar } from '../../documents/calendar/calendar.ts';
import type { Store } from '../../ports.ts';

/** Longer than any run, and long enough to find the end of consecutive windows. */
export const lookAheadMs = 35 * dayMs;

/** A position in a calendar for messages: `calendars/freeze.ics:12`. */
export const calendarPlace = (calendar: string, line: number | null): string =>
  line === null ? calendar : `${calendar}:${line}`;

const eventsOf = async (store: Store, key: string, fromMs: number, toMs: number) => {
  const stored = await store.get(key);
  if (stored === undefined) return { problem: `${key} does not exist beside the policy document` };
  const reading = readCalendar(stored.body, fromMs, toMs);
  if ('periods' in reading) return reading;
  return { problem: `${calendarPlace(key, reading.line)} cannot be read: ${reading.problem}` };
};

/**
 * Freeze windows of a policy and its calendar from now on. The calendar is read now and stays the same for the whole run.
 * @throws StoreUnavailable if the store does not answer
 */
export const freezePeriods = async (
  store: Store,
  policy: FreezePolicy | undefined,
  nowMs: number,
): Promise<FreezePeriods> => {
  const knownUntilMs = nowMs + lookAheadMs;
  if (policy === undefined) return { periods: [], problem: null, knownUntilMs, allow: [] };
  const { calendar, allow } = policy;
  const windows = windowsBetween(policy, nowMs, knownUntilMs);
  const events = calendar === null ? { periods: [] } : await eventsOf(store, calendar, nowMs, knownUntilMs);
  if ('problem' in events) return { periods: windows, problem: events.problem, knownUntilMs, allow };
  return {
    periods: periodsBetween([...windows, ...events.periods], nowMs, knownUntilMs),
    problem: null,
    knownUntilMs,
    allow,
  };
};
