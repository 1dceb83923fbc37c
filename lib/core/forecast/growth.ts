/**
 * The quantile at `share` (`0.5` is the median), interpolated between neighbours. Sorts `values`.
 * @returns 0 for no values
 */
export const quantile = (values: Float64Array, share: number): number => {
  const sorted = values.sort();
  const position = share * Math.max(0, sorted.length - 1);
  const below = Math.floor(position);
  const lower = sorted[below] ?? 0;
  return lower + (position - below) * ((sorted[below + 1] ?? lower) - lower);
};

/** The same of a list, which stays as it is. */
export const quantileOf = (values: readonly number[], share: number): number =>
  quantile(Float64Array.from(values), share);

/** A size on a day. */
export interface Sample {
  /** Days since 1970, UTC. */
  readonly day: number;
  readonly gb: number;
  /** The disk was full, so more may have been wanted: a bound from below. Absent: no, or unknown. */
  readonly isFull?: true;
}

/** Regular: most months rise alike. Rare: nearly all growth came at once. */
export const rhythms = ['regular', 'irregular', 'rare'] as const;
export type GrowthKind = (typeof rhythms)[number];

/** Growth of a series of samples, as rises a day from `startGb` on. */
export interface Growth {
  /** Day of the newest sample. */
  readonly day: number;
  readonly todayGb: number;
  /** Start of the extrapolation: today's value, or more if rises of the last two weeks passed that are expected again. */
  readonly startGb: number;
  /** Rise a day that half of all peaks stay under. Never negative: falling use may rise again. */
  readonly slopeGbPerDay: number;
  /** Rise a day that one in ten peaks stays under. */
  readonly lowGbPerDay: number;
  /** Rise a day that nine in ten peaks stay under. */
  readonly highGbPerDay: number;
  readonly rhythm: GrowthKind;
  /** False when all samples are the same. */
  readonly moved: boolean;
}

/** Smallest number of samples, one a day, for a growth estimate (design §8). */
export const leastHistoryDays = 14;
/** As far as the platform's metrics reach. */
const mostDays = 365;
/**
 * A rise that is gone within a week passes, such as a burst, a batch or the wave of a week; two weeks contain each weekday twice.
 */
const passingDays = 7;
const waveDays = 14;
const monthDays = 30;
/**
 * The pace is the mean of two paces: of the whole history, and of its last two months. In a shorter history, the largest rise of a
 * day counts only in part: it may be the step of a year.
 */
const recentDays = 60;
/** Only a longer history shows that a disk grows regularly. */
const regularHistoryDays = 120;
const leastRegularity = 0.02;
/** Rise in a month of a disk that never moved, as a share of its use, which nine in ten stay under. */
const unmovedShare = 0.001;
/** The upper end: so many times the pace, less for regular growth, and such a share of the data a day (docs/forecast.md). */
const highPaces = 2;
const regularPaces = 0.8;
const highShare = 0.0006;
const lowPaces = 0.85;

/** A value for each day; days without a sample lie on a straight line between their neighbours. */
const dailyValues = (samples: readonly Sample[], firstDay: number, lastDay: number): Float64Array => {
  const values = new Float64Array(lastDay - firstDay + 1);
  let before = samples[0] ?? { day: firstDay, gb: 0 };
  for (const sample of samples) {
    const { day, gb } = sample;
    const slope = (gb - before.gb) / Math.max(1, day - before.day);
    for (let on = before.day + 1; on <= day; on += 1) values[on - firstDay] = gb - slope * (day - on);
    before = sample;
  }
  values[0] = samples[0]?.gb ?? 0;
  return values;
};

/** Of each value and its neighbours of a week, ahead or behind, the smallest (`sign` 1) or the largest (`sign` -1). */
const overWeek = (values: Float64Array, step: 1 | -1, sign: 1 | -1): Float64Array => {
  const picked = new Float64Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    let least = sign * (values[at] ?? 0);
    for (let away = 1; away < passingDays; away += 1) {
      const value = sign * (values[at + step * away] ?? Number.POSITIVE_INFINITY * sign);
      if (value < least) least = value;
    }
    picked[at] = sign * least;
  }
  return picked;
};

/** The values without rises that are gone within a week; the last value stays, because the next one is not known. */
const lastingOf = (values: Float64Array): Float64Array => overWeek(overWeek(values, 1, 1), -1, -1);

/** The largest rise within some days: a clean-up before it or after it does not change it. */
const largestRise = (values: Float64Array): number => {
  let least = Number.POSITIVE_INFINITY;
  let rise = 0;
  for (const value of values) {
    least = Math.min(least, value);
    rise = Math.max(rise, value - least);
  }
  return rise;
};

/**
 * How regularly a series rises: of its rises within a month from each day on, the median in the 90th percentile. 1 for a
 * straight line, 0 for a disk that rises in few months.
 */
const regularityOf = (values: Float64Array): number => {
  const days = Math.min(monthDays, Math.floor(values.length / 2));
  const rises = new Float64Array(values.length - days);
  for (let at = 0; at < rises.length; at += 1) {
    let most = Number.NEGATIVE_INFINITY;
    for (let later = at + 1; later <= at + days; later += 1) most = Math.max(most, values[later] ?? most);
    rises[at] = most - (values[at] ?? 0);
  }
  const high = quantile(rises, 0.9);
  return high <= 0 ? 0 : Math.max(0, quantile(rises, 0.5) / high);
};

/** The largest rise of a day. */
const largestStep = (values: Float64Array): number => {
  let step = 0;
  for (let at = 1; at < values.length; at += 1) step = Math.max(step, (values[at] ?? 0) - (values[at - 1] ?? 0));
  return step;
};

/** Largest rise by the days of the values, without a part of the largest step of a day. */
const paceOf = (values: Float64Array, doubt: number): number => {
  const days = values.length - 1;
  const pace = largestRise(values) / days;
  return pace - (doubt * Math.max(0, largestStep(values) - pace)) / days;
};

/**
 * Rises a day until the highest value of some days ahead, measured on files of public trees whose sizes are known for years
 * (docs/forecast.md): the same for 7 and for 90 days, and for every length of history.
 */
const ratesOf = (lasting: Float64Array): Pick<Growth, 'slopeGbPerDay' | 'lowGbPerDay' | 'highGbPerDay' | 'rhythm'> => {
  const doubt = Math.max(0, 1 - lasting.length / recentDays);
  const pace = (paceOf(lasting, doubt) + paceOf(lasting.subarray(-recentDays - 1), doubt)) / 2;
  const regularity = regularityOf(lasting);
  const straight = Math.max(0, 2 * regularity - 1);
  const narrower = regularPaces * straight ** 2 * Math.min(1, lasting.length / regularHistoryDays);
  return {
    rhythm: straight > 0 ? 'regular' : regularity < leastRegularity ? 'rare' : 'irregular',
    slopeGbPerDay: (straight + (1 - straight) * Math.sqrt(regularity)) * pace,
    lowGbPerDay: lowPaces * straight ** 3 * pace,
    highGbPerDay: (highPaces - narrower) * pace + highShare * Math.abs(lasting.at(-1) ?? 0),
  };
};

/** Where passing rises of the last two weeks come again, on top of the lowest value of the last one. */
const startOf = (values: Float64Array, lasting: Float64Array): number => {
  const recent = lasting.subarray(-waveDays);
  const passing = values.subarray(-waveDays).map((gb, at) => gb - (recent[at] ?? gb));
  return Math.max(values.at(-1) ?? 0, Math.min(...values.subarray(-passingDays)) + Math.max(...passing));
};

/**
 * Growth of a series: its pace is the largest rise of its history by the days of the history, once passing rises are taken
 * out, which set the start instead; the ends of the band are multiples of that pace (docs/forecast.md).
 * @param samples in order, at most one a day
 * @returns null for fewer than 14 samples
 */
export const growthOf = (samples: readonly Sample[]): Growth | null => {
  const last = samples.at(-1);
  const window = samples.slice(samples.findIndex(({ day }) => day > (last?.day ?? 0) - mostDays));
  const [first] = window;
  if (last === undefined || first === undefined || window.length < leastHistoryDays) return null;
  const { day, gb: todayGb } = last;
  const moved = window.some(({ gb }) => gb !== todayGb);
  if (!moved) {
    const highGbPerDay = (unmovedShare * Math.abs(todayGb)) / monthDays;
    return { day, todayGb, startGb: todayGb, slopeGbPerDay: 0, lowGbPerDay: 0, highGbPerDay, rhythm: 'regular', moved };
  }
  const values = dailyValues(window, first.day, day);
  const lasting = lastingOf(values);
  const rates = ratesOf(lasting);
  const startGb = startOf(values, lasting);
  return { day, todayGb, startGb, ...rates, moved };
};
