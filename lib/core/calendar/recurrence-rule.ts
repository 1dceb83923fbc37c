import type { WallMs } from '../model/zoned-time.ts';

/** Recurrence rules of calendars (RFC 5545, section 3.3.10), once they are read. */

export const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const;
export type Frequency = (typeof frequencies)[number];

/** A day of the week, 0 for Sunday; `nth` of its month or year, counted from the end where negative, 0 for every one. */
export interface RecurringDay {
  readonly nth: number;
  readonly weekday: number;
}

/** A checked rule. An empty list sets no condition; negative numbers count from the end. */
export interface RecurrenceRule {
  readonly frequency: Frequency;
  /** 1 or more. */
  readonly interval: number;
  /** How often it comes in all; null for no end. */
  readonly count: number | null;
  /** The last time at which it may come; null for no end. */
  readonly until: WallMs | null;
  /** Day on which weeks begin, 0 for Sunday. */
  readonly weekStart: number;
  readonly months: readonly number[];
  readonly weeks: readonly number[];
  readonly yearDays: readonly number[];
  readonly monthDays: readonly number[];
  readonly days: readonly RecurringDay[];
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
  readonly positions: readonly number[];
}
