import { counted } from './visible-text.ts';

/** Lengths of time in milliseconds. */
export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** ISO 8601 in UTC with milliseconds: the form of all times in texts and records. */
export const isoInstant = (ms: number): string => new Date(ms).toISOString();

/** A time in texts for people: `2026-03-02 08:00 UTC`. */
export const moment = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

/** A duration in the largest unit of which it has at least two, such as `90 minutes`; rounded down. */
export const inWords = (ms: number): string => {
  if (ms < 2 * minuteMs) return counted(Math.max(0, Math.floor(ms / 1000)), 'second');
  if (ms < 2 * hourMs) return counted(Math.floor(ms / minuteMs), 'minute');
  return ms < 2 * dayMs ? counted(Math.floor(ms / hourMs), 'hour') : counted(Math.floor(ms / dayMs), 'day');
};

const form = /^\d{4}-\d{2}-\d{2}$/;

/** Days from one calendar date to another; negative when `to` is earlier. Both must be valid (`isCalendarDate`). */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;

/** Whether the text is an existing day as `YYYY-MM-DD`. Such texts sort by date. */
export const isCalendarDate = (text: string): boolean => {
  const ms = form.test(text) ? Date.parse(text) : Number.NaN;
  // An engine may take the thirtieth of February for a day of March.
  return !Number.isNaN(ms) && isoInstant(ms).startsWith(text);
};
