import fc from 'fast-check';
import { expect, it } from 'vitest';
import { daysBetween, isCalendarDate } from '../../../lib/core/model/durations.ts';

it('accepts every day that exists', () => {
  const days = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(fc.property(days, (day) => isCalendarDate(day.toISOString().slice(0, 10))));
});

it.each([
  '2030-02-29',
  '2100-02-29',
  '2030-04-31',
  '2030-00-10',
  '2030-13-01',
  '2030-01-00',
  '2030-1-1',
  '30-01-01',
  '2030-01-01T00:00',
  'soon',
  '',
])('refuses %j', (text) => {
  expect(isCalendarDate(text)).toBe(false);
});

it.each([
  ['2030-02-28', '2030-03-01', 1],
  ['2028-02-28', '2028-03-01', 2],
  ['2030-01-01', '2029-12-31', -1],
  ['2030-06-15', '2030-06-15', 0],
])('from %s to %s it is %i days', (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days);
});
