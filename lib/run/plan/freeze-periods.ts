import { dayMs } from '../../core/model/durations.ts';
import {
  type FreezePeriods,
  type FreezePolicy,
  freezeEnd,
  periodsBetween,
  windowsBetween,
} from '../../core/model/freeze.ts';
import { readCalendar } from '../../documents/calendar/calendar.ts';
import type { Store } from '../../ports.ts';

/** Longer than any run, and long enough to find the end of consecutive windows. */
export const lookAheadMs = 35 * dayMs;

/** A position in a calendar for messages: `calendars/freeze.ics:12`. */
export const calendarLine = (calendar: string, line: number | null): string =>
  line === null ? calendar : `${calendar}:${line}`;

const eventsOf = async (store: Store, key: string, fromMs: number, toMs: number) => {
  const stored = await store.get(key);
  if (stored === undefined) return { problem: `${key} does not exist beside the policy document` };
  const reading = await readCalendar(stored.body, fromMs, toMs);
  if ('periods' in reading) return reading;
  return { problem: `${calendarLine(key, reading.line)} cannot be read: ${reading.problem}` };
};

/** Windows of a policy, and events of its calendar, that overlap a time range; or why the calendar cannot be read. */
const periodsIn = async (store: Store, policy: FreezePolicy, fromMs: number, toMs: number) => {
  const windows = windowsBetween(policy, fromMs, toMs);
  const { calendar } = policy;
  const events = calendar === null ? { periods: [] } : await eventsOf(store, calendar, fromMs, toMs);
  return 'problem' in events
    ? { periods: windows, problem: events.problem }
    : { periods: periodsBetween([...windows, ...events.periods], fromMs, toMs), problem: null };
};

/** Windows without a gap that are followed beyond the first look-ahead: one that lasts for years may have another after it. */
const mostFollowed = 3;

/**
 * Freeze windows of a policy and its calendar from now on, and up to the end of a freeze that lasts longer. The calendar is
 * read now and stays the same for the whole run.
 * @throws StoreUnavailable if the store does not answer
 */
export const freezePeriods = async (
  store: Store,
  policy: FreezePolicy | undefined,
  nowMs: number,
): Promise<FreezePeriods> => {
  let knownUntilMs = nowMs + lookAheadMs;
  if (policy === undefined) return { periods: [], problem: null, knownUntilMs, allow: [] };
  const { allow } = policy;
  const { periods, problem } = await periodsIn(store, policy, nowMs, knownUntilMs);
  const all = [...periods];
  for (let followed = 0; problem === null && followed < mostFollowed; followed += 1) {
    const endMs = freezeEnd(all, nowMs);
    if (endMs < knownUntilMs) break;
    const more = await periodsIn(store, policy, endMs, endMs + lookAheadMs);
    // A calendar that is readable for now freezes nothing by what it has for later years.
    if (more.problem !== null) break;
    all.push(...more.periods.filter(({ startMs }) => startMs >= knownUntilMs));
    knownUntilMs = endMs + lookAheadMs;
  }
  return { periods: all, problem, knownUntilMs, allow };
};
