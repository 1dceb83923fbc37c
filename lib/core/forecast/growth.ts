import { quantile } from './order-statistics.ts';

/** How large something was on a day. */
export interface Sample {
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly gb: number;
}

/** What a series of samples says of its growth. */
export interface Growth {
  /** Day of the newest sample. */
  readonly day: number;
  readonly todayGb: number;
  /** Where what is to come starts: today's value, or what its latest waves come to today where they went higher. */
  readonly startGb: number;
  /** Never negative: storage that falls may rise again. */
  readonly slopeGbPerDay: number;
  /** How much the series moves; what past forecasts were wrong by is measured in it. */
  readonly spreadGb: number;
  /** False when all samples are the same. */
  readonly moved: boolean;
}

/** Fewer samples, one a day, say nothing of growth (design §8). */
export const leastHistoryDays = 14;
/** Samples that count: older ones would hold back the forecast of what has begun to grow faster. */
const windowDays = 60;
/** Two samples closer to each other tell more of noise and of the day of the week than of growth. */
const leastPairDays = 7;
/** How far back waves are looked for: two weeks hold each day of the week twice. */
const waveDays = 14;
/** Parts of the spread that are drift, and a part of the value, so that no series is without any spread. */
const driftPart = 0.4;
const valuePart = 0.001;
const monthDays = 30;

/**
 * Theil–Sen: the median slope of all pairs at least a week apart. What less than a quarter of the samples do, such as a
 * burst or a load of data, does not turn it.
 */
const slopeOf = (samples: readonly Sample[]): number => {
  const slopes = new Float64Array((samples.length * (samples.length - 1)) / 2);
  let count = 0;
  for (let later = 1; later < samples.length; later += 1) {
    const { day, gb } = samples[later] as Sample;
    for (let earlier = 0; earlier < later; earlier += 1) {
      const before = samples[earlier] as Sample;
      const days = day - before.day;
      if (days < leastPairDays) break;
      slopes[count] = (gb - before.gb) / days;
      count += 1;
    }
  }
  return quantile(slopes.subarray(0, count), 0.5);
};

/** Values without the growth since, and how far they lie apart. */
const detrendedRange = (samples: readonly Sample[], slope: number): number => {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const { day, gb } of samples) {
    const level = gb - slope * day;
    least = Math.min(least, level);
    most = Math.max(most, level);
  }
  return most - least;
};

/** Peaks that were followed by a fall come again; a series that never falls has none and starts at its last value. */
const startOf = (samples: readonly Sample[], last: Sample, slope: number): number => {
  let start = last.gb;
  const latest = samples.slice(-waveDays);
  for (let index = 0; index + 1 < latest.length; index += 1) {
    const { day, gb } = latest[index] as Sample;
    if (gb > (latest[index + 1] as Sample).gb) start = Math.max(start, gb + slope * (last.day - day));
  }
  return start;
};

/**
 * The growth that a series shows, extrapolated from its last value and not from a fitted line (design §8).
 * @param samples by day, at most one a day
 * @returns null for less than 14 of them
 */
export const growthOf = (samples: readonly Sample[]): Growth | null => {
  const window = samples.slice(-windowDays);
  const last = window.at(-1);
  if (last === undefined || window.length < leastHistoryDays) return null;
  const moved = window.some(({ gb }) => gb !== last.gb);
  const slope = moved ? slopeOf(window) : 0;
  const slopeGbPerDay = Math.max(0, slope);
  const drift = driftPart * monthDays * Math.abs(slope);
  return {
    day: last.day,
    todayGb: last.gb,
    startGb: moved ? startOf(window, last, slopeGbPerDay) : last.gb,
    slopeGbPerDay,
    spreadGb: (moved ? detrendedRange(window, slope) : 0) + drift + valuePart * Math.abs(last.gb),
    moved,
  };
};
