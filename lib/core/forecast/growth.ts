import { quantile } from './order-statistics.ts';

/** A size on a day. */
export interface Sample {
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly gb: number;
}

/** Growth of a series of samples. */
export interface Growth {
  /** Day of the newest sample. */
  readonly day: number;
  readonly todayGb: number;
  /** Start of the extrapolation: today's value, or recent peaks projected to today if they are higher. */
  readonly startGb: number;
  /** Never negative: falling use may rise again. */
  readonly slopeGbPerDay: number;
  /** Variation of the series; the unit of past forecast errors. */
  readonly spreadGb: number;
  /** False when all samples are the same. */
  readonly moved: boolean;
}

/** Smallest number of samples, one a day, for a growth estimate (design §8). */
export const leastHistoryDays = 14;
/** Samples in the window: older ones would delay the forecast of a faster growth. */
const windowDays = 60;
/** Closer pairs of samples show noise and weekdays more than growth. */
const leastPairDays = 7;
/** Window for recurring peaks: two weeks contain each weekday twice. */
const waveDays = 14;
/** Shares of the slope and of the value in the spread; they keep it above 0 for every series. */
const driftPart = 0.4;
const valuePart = 0.001;
const monthDays = 30;

/**
 * Theil–Sen: the median slope of all pairs at least a week apart. Outliers in less than a quarter of the samples, such as
 * a burst or a data load, do not change it.
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

/** Range of the values after removing the slope. */
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

/** A peak that was followed by a fall is expected again; a series that never falls starts at its last value. */
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
 * Growth of a series, extrapolated from its last value and not from a fitted line (design §8).
 * @param samples in order, at most one a day
 * @returns null for fewer than 14 samples
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
