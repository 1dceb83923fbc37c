import { describe, expect, it } from 'vitest';
import { usedBefore } from '../../../lib/core/forecast/before-first-look.ts';

/** Days of which the use before the first recorded size, on day 10, is known. */
const daysOf = (readings: Readonly<Record<number, number>>) =>
  usedBefore(new Map(Object.entries(readings).map(([day, percent]) => [Number(day), percent])), [10, 1000]).map(
    ([day]) => day,
  );

describe('what a disk used before its size was first recorded', () => {
  it('goes back over changes of at most a twentieth, which the smallest step of a disk is about', () => {
    expect(daysOf({ 10: 21, 9: 20, 8: 21 })).toEqual([9, 8]);
    expect(daysOf({ 10: 20, 9: 20, 8: 21.01 })).toEqual([9]);
    expect(daysOf({ 10: 0, 9: 0, 8: 0 })).toEqual([9, 8]);
  });

  it('goes back over a rise of twice another one near it, and over no larger one', () => {
    expect(daysOf({ 10: 50, 9: 40, 8: 20 })).toEqual([9, 8]);
    expect(daysOf({ 10: 50, 9: 40, 8: 19 })).toEqual([9]);
  });

  it('ends at a fall: more disk and less data look the same', () => {
    expect(daysOf({ 10: 20, 9: 40, 8: 39 })).toEqual([]);
  });
});
