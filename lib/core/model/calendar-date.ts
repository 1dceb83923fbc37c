import { dayMs } from './durations.ts';

const form = /^(\d{4})-(\d{2})-(\d{2})$/;

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

const daysIn = (year: number, month: number): number => {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
};

/** Days from one calendar date to another; negative when `to` is earlier. Both must be valid (`isCalendarDate`). */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;

/** Whether the text is an existing day as `YYYY-MM-DD`. Such texts sort by date. */
export const isCalendarDate = (text: string): boolean => {
  const parts = form.exec(text);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
};
