import { isCalendarDate } from '../../core/model/calendar-date.ts';
import { UsageError } from './usage-error.ts';

/** Value of `--since` as ISO 8601 in UTC; empty for no bound. @throws UsageError if it is neither a day nor a time */
export const sinceTime = (since: string | undefined): string => {
  if (since === undefined) return '';
  const isTime = /^\d{4}-\d{2}-\d{2}T/.test(since) && !Number.isNaN(Date.parse(since));
  if (!isTime && !isCalendarDate(since)) {
    throw new UsageError(`--since ${since}: must be a day (2030-01-31) or a time (2030-01-31T08:00:00Z)`);
  }
  return new Date(since).toISOString();
};
