import { readCalendar } from '../contract/calendar.ts';
import { type FreezePeriods, type FreezePolicy, periodsBetween, windowsBetween } from '../core/freeze.ts';
import type { Store } from '../ports.ts';

/** Longer than any run, and far enough to say when windows that follow each other end. */
const lookAheadMs = 35 * 24 * 60 * 60 * 1000;

const eventsOf = async (store: Store, key: string, fromMs: number, toMs: number) => {
  const stored = await store.get(key);
  if (stored === undefined) return { problem: `${key} is not there, beside the policy document` };
  const reading = readCalendar(stored.body, fromMs, toMs);
  return 'problem' in reading ? { problem: `${key} cannot be read: ${reading.problem}` } : reading;
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
