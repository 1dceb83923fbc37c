import type { WallMs } from '../model/zoned-time.ts';

/** Parsed recurrence rules of calendars (RFC 5545, section 3.3.10). */

export const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const;
export type Frequency = (typeof frequencies)[number];

/** A weekday, 0 for Sunday; `nth` counts within the month or year, from the end if negative; 0 means every one. */
export interface RecurringDay {
  readonly nth: number;
  readonly weekday: number;
}

/** A valid rule. An empty list sets no condition; negative numbers count from the end. */
export interface RecurrenceRule {
  readonly frequency: Frequency;
  /** 1 or more. */
  readonly interval: number;
  /** Total number of occurrences; null for no end. */
  readonly count: number | null;
  /** Last possible occurrence; null for no end. */
  readonly until: WallMs | null;
  /** First day of the week, 0 for Sunday. */
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
