import { dayMs, isoInstant } from './durations.ts';

const form = /^\d{4}-\d{2}-\d{2}$/;

/** Days from one calendar date to another; negative when `to` is earlier. Both must be valid (`isCalendarDate`). */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;

/** Whether the text is an existing day as `YYYY-MM-DD`. Such texts sort by date. */
export const isCalendarDate = (text: string): boolean => {
  const ms = form.test(text) ? Date.parse(text) : Number.NaN;
  // An engine may take the thirtieth of February for a day of March.
  return !Number.isNaN(ms) && isoInstant(ms).startsWith(text);
};
