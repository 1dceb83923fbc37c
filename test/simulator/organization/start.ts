import { dayMs, hourMs } from '../../../lib/core/model/durations.ts';
import { drawsOf } from '../engine/random.ts';

/** Days that calendars stumble over: ends of months and years, the day of a leap year, clocks that change. */
const awkwardDays = [
  '2026-03-08',
  '2026-03-29',
  '2026-03-31',
  '2026-10-25',
  '2026-11-01',
  '2026-12-31',
  '2027-01-31',
  '2027-02-28',
  '2028-02-29',
] as const;

/** The first moment of a simulation, a full hour: an awkward day follows within a week. */
export const drawnStartMs = (seed: number): number => {
  const draws = drawsOf(seed, 'start');
  return Date.parse(draws.one(awkwardDays)) - draws.below(7) * dayMs + draws.below(24) * hourMs;
};
