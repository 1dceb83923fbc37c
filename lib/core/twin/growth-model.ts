/**
 * How the data of a service grows: the one description that scenarios contain, that `headroom simulate --from-store` fits to a
 * organization and that the embedded platform lives. Rates are GB a day.
 */
export interface GrowthModel {
  /** What the growth looks like; `unknown` where nothing was measured that shows it. */
  readonly kind: GrowthKind;
  /** Expected rate of an ordinary day, without bursts. */
  readonly gbPerDay: number;
  /** One in ten such services grows more slowly than P10, nine in ten more slowly than P90. */
  readonly lowGbPerDay: number;
  readonly highGbPerDay: number;
  /** Other rates than `gbPerDay` from a day on, in order; day 0 is the start, days before it are negative. */
  readonly pieces: readonly GrowthPiece[];
  /** Factors of the rate from Monday to Sunday. */
  readonly week: readonly number[] | null;
  readonly bursts: Bursts | null;
  readonly cleanUps: CleanUps | null;
  readonly acceleration: Acceleration | null;
}

export const growthKinds = [
  'steady',
  'idle',
  'weekly',
  'bursty',
  'accelerating',
  'shrinking',
  'cleaned-up',
  'unknown',
] as const;
export type GrowthKind = (typeof growthKinds)[number];

interface GrowthPiece {
  readonly day: number;
  readonly gbPerDay: number;
}

/** Loads of a few hours, such as imports, on days drawn by chance. */
export interface Bursts {
  /** Days between two of them on average. */
  readonly everyDays: number;
  /** P10 and P90 of those days: a few bursts say little about how often they come. */
  readonly lowEveryDays: number;
  readonly highEveryDays: number;
  /** Bounds of the writes while one lasts. */
  readonly lowGb: number;
  readonly highGb: number;
  /** A burst lasts from one hour to so many. */
  readonly longestHours: number;
}

/** Deletions of data, such as the end of a retention, at regular distances. */
export interface CleanUps {
  readonly everyDays: number;
  /** Day of the first one, counted from the start. */
  readonly firstDay: number;
  /** Bounds of the share of the data that is left. */
  readonly lowShare: number;
  readonly highShare: number;
}

/** A rate that grows itself by a factor a day, and starts anew after some days. */
interface Acceleration {
  readonly perDay: number;
  readonly everyDays: number;
}

/** A rate or a factor as a model has it. */
export const decimals = (value: number): number => Number(value.toFixed(4));

/** A growth without a band and without anything special. */
export const plainGrowth = (gbPerDay: number, kind: GrowthKind = 'steady'): GrowthModel => ({
  kind,
  gbPerDay,
  lowGbPerDay: gbPerDay,
  highGbPerDay: gbPerDay,
  pieces: [],
  week: null,
  bursts: null,
  cleanUps: null,
  acceleration: null,
});

/** Share of the draws below the expected value. */
const middle = 0.5;
/** Share of the draws below the low end of a band. */
const low = 0.1;

/**
 * A value of a band: a tenth of all draws is below its low end, half of them below the expected value, nine tenths below its
 * high end, and between them they are spread evenly. The tails end a quarter beyond the band.
 */
const shiftIn = (band: readonly [low: number, expected: number, high: number], fraction: number): number => {
  const width = fraction < middle ? band[1] - band[0] : band[2] - band[1];
  return ((fraction - middle) / (middle - low)) * width;
};

/** Bursts that are rarer never come: ten years. */
export const mostEveryDays = 3_660;

const drawnBursts = (bursts: Bursts | null, fraction: number): Bursts | null => {
  if (bursts === null) return null;
  const { everyDays, lowEveryDays, highEveryDays } = bursts;
  const often = 1 / everyDays + shiftIn([1 / highEveryDays, 1 / everyDays, 1 / lowEveryDays], fraction);
  const drawn = Math.max(1, 1 / Math.max(often, 1 / mostEveryDays));
  return { ...bursts, everyDays: drawn, lowEveryDays: drawn, highEveryDays: drawn };
};

/**
 * A growth within its bands: one draw decides how fast it is and how often it bursts, because a service that does more does
 * more of all. @returns the growth with no band any more; no rate is below 0
 */
export const drawnWithinBand = (growth: GrowthModel, draw: number): GrowthModel => {
  const { gbPerDay, lowGbPerDay, highGbPerDay } = growth;
  const shift = shiftIn([lowGbPerDay, gbPerDay, highGbPerDay], draw);
  const shifted = (rate: number) => Math.max(0, rate + shift);
  const drawn = shifted(gbPerDay);
  return {
    ...growth,
    gbPerDay: drawn,
    lowGbPerDay: drawn,
    highGbPerDay: drawn,
    pieces: growth.pieces.map(({ day, gbPerDay: rate }) => ({ day, gbPerDay: shifted(rate) })),
    bursts: drawnBursts(growth.bursts, draw),
  };
};

/** Mean growth over weeks from the start on, with bursts and without clean-ups, in GB a day. */
export const meanGbPerDay = (growth: GrowthModel): number => {
  const { gbPerDay, pieces, week, bursts } = growth;
  const base = pieces.findLast(({ day }) => day <= 0)?.gbPerDay ?? gbPerDay;
  const waved = week === null ? base : (base * week.reduce((sum, factor) => sum + factor, 0)) / week.length;
  return bursts === null ? waved : waved + (bursts.lowGb + bursts.highGb) / 2 / bursts.everyDays;
};
