import { dayMs } from '../../core/model/durations.ts';
import { type FreezePeriods, type FreezePolicy, periodsBetween, windowsBetween } from '../../core/model/freeze.ts';
import { readCalendar } from '../../documents/calendar/calendar.ts';
import type { Store } from '../../ports.ts';

/** Longer than any run, and far enough to say when windows that follow each other end. */
export const lookAheadMs = 35 * dayMs;

/** A place in a calendar as messages name it: `calendars/freeze.ics:12`. */
export const calendarPlace = (calendar: string, line: number | null): string =>
  line === null ? calendar : `${calendar}:${line}`;

const eventsOf = async (store: Store, key: string, fromMs: number, toMs: number) => {
  const stored = await store.get(key);
  if (stored === undefined) return { problem: `${key} is not there, beside the policy document` };
  const reading = readCalendar(stored.body, fromMs, toMs);
  if ('periods' in reading) return reading;
  return { problem: `${calendarPlace(key, reading.line)} cannot be read: ${reading.problem}` };
};

/**
 * The freeze windows of a policy from now on, those of its calendar among them. What the calendar says is taken from the
 * store now and stays so for the run.
 * @throws StoreUnavailable when the store gives no answer
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
