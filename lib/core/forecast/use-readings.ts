import { dayMs } from '../model/durations.ts';

export interface UseReading {
  /** Milliseconds since 1970, UTC. */
  readonly timeMs: number;
  readonly percent: number;
}

/** A load that comes once a month is within them. */
const peakDays = 31;

/**
 * Largest use of a disk within the last month, in MB: a load of the night is over when the last reading of a day is taken.
 * @param today days since 1970, UTC, by the clock that dates the readings
 * @param sizeMbOn size of the disk on a day; where it is not exactly known, the largest that it can have been
 * @returns undefined without a reading of that time
 */
export const peakUseMb = (
  readings: readonly UseReading[],
  today: number,
  sizeMbOn: (day: number) => number,
): number | undefined =>
  readings.reduce<number | undefined>((peak, { timeMs, percent }) => {
    const day = Math.floor(timeMs / dayMs);
    if (day <= today - peakDays) return peak;
    return Math.max(peak ?? 0, Math.ceil((sizeMbOn(day) * percent) / 100));
  }, undefined);

/** Size of a disk on a day when it was looked at. */
type Look = readonly [day: number, mb: number];

/** Part of a change of size that the percentages must show, so that they say when it was: use grows meanwhile. */
const leastPart = 0.5;
/** From this part on a change is over; the next fall is of the next change. */
const wholePart = 0.75;
/** A smaller fall of the percentage is one of the use. */
const leastFall = 0.02;
/** Days between two readings beyond which they do not show a change. */
const mostGapDays = 3;

const dayIn = ({ timeMs }: UseReading): number => Math.floor(timeMs / dayMs);

/** How much the percentage falls to each reading of a time, as a logarithm; for a smaller disk how much it rises. */
const fallsBetween = (readings: readonly UseReading[], [from, before]: Look, [to, after]: Look) => {
  const sign = after > before ? 1 : -1;
  return readings.flatMap((later, at) => {
    const earlier = readings[at - 1];
    if (earlier === undefined || dayIn(later) < from || dayIn(later) > to) return [];
    if (dayIn(later) - dayIn(earlier) > mostGapDays) return [];
    const fall = sign * Math.log(Math.max(1, earlier.percent) / Math.max(1, later.percent));
    return [{ at, fall: fall >= leastFall ? fall : 0 }];
  });
};

type Fall = ReturnType<typeof fallsBetween>[number];

/** The first falls that together are as large, or all of them. */
const upToSum = (falls: readonly Fall[], most: number): readonly Fall[] => {
  let sum = 0;
  return falls.filter(({ fall }) => {
    const isBefore = sum < most;
    sum += fall;
    return isBefore;
  });
};

/**
 * Size of the disk that each reading is a percentage of, in MB: where it changed between two looks, the falls of the percentage
 * show when, also in several steps. Undefined before the first look, and where nothing shows it.
 * @param readings and looks in order; the last look is the present one
 */
export const sizesOfReadings = (
  readings: readonly UseReading[],
  looks: readonly Look[],
): readonly (number | undefined)[] => {
  const sizes = readings.map((reading) => looks.findLast(([day]) => day <= dayIn(reading))?.[1]);
  let first = 0;
  for (const [place, look] of looks.slice(1).entries()) {
    const before = looks[place] as Look;
    if (before[1] === look[1]) continue;
    const change = Math.log(look[1] / before[1]);
    const candidates = fallsBetween(readings, before, look).filter(({ at }) => at > first);
    const falls = upToSum(candidates, wholePart * Math.abs(change));
    const all = falls.reduce((sum, { fall }) => sum + fall, 0);
    const isShown = all >= leastPart * Math.abs(change);
    // Without a fall the disk changed after the newest reading, or at a time that no reading shows.
    const isAfterAll = !isShown && falls.length > 0 && look[0] === looks.at(-1)?.[0];
    const sizeAt = (index: number): number | undefined => {
      if (!isShown) return isAfterAll ? before[1] : undefined;
      const fallen = falls.reduce((sum, { at, fall }) => (at <= index ? sum + fall : sum), 0);
      return Math.round(before[1] * Math.exp((change * fallen) / all));
    };
    for (const [index, reading] of readings.entries()) {
      const day = dayIn(reading);
      if (index >= first && day >= before[0] && day <= look[0]) sizes[index] = sizeAt(index);
    }
    first = isShown ? (falls.findLast(({ fall }) => fall > 0)?.at ?? first) : first;
  }
  return sizes;
};
