import { type Growth, growthOf, leastHistoryDays, type Sample } from './growth.ts';
import { quantile } from './order-statistics.ts';

/** What lies around a forecast, in spreads of the series, at `bandDays`: from the P10 to the P90 of past errors. */
export interface Band {
  readonly low: number;
  readonly high: number;
}

/** Days ahead that past forecasts are judged at: by how much the peak of the following 30 days was missed. */
export const bandDays = 30;
/** Earlier days from which a series is forecast, to see how that came out. */
const mostOrigins = 4;
const daysBetweenOrigins = 7;
/** Errors of generated series of six shapes (test/bench/forecast.ts), for types of which little is known. */
const usual: Band = { low: -0.35, high: 0.75 };
/** How many errors of one's own weigh as much as the usual ones. */
const usualWeight = 30;

/** The highest value to be expected within some days, from which on the band is laid. */
export const expectedGb = ({ startGb, slopeGbPerDay }: Growth, days: number): number => startGb + slopeGbPerDay * days;

/**
 * How wrong forecasts of this series would have been, had they been made on earlier days: the peak of the 30 days that
 * followed, less the forecast one, in spreads (rolling origin). None for series that are too short to tell.
 */
export const pastErrors = (samples: readonly Sample[]): { readonly moved: boolean; readonly error: number }[] => {
  const last = samples.at(-1)?.day ?? 0;
  const errors: { moved: boolean; error: number }[] = [];
  for (let turn = 0; turn < mostOrigins; turn += 1) {
    const origin = last - bandDays - turn * daysBetweenOrigins;
    const known = samples.findLastIndex(({ day }) => day <= origin) + 1;
    if (known < leastHistoryDays) break;
    const growth = growthOf(samples.slice(0, known));
    const followed = samples.slice(known).filter(({ day }) => day <= origin + bandDays);
    if (growth === null || followed.length === 0) break;
    const peak = followed.reduce((most, { gb }) => Math.max(most, gb), Number.NEGATIVE_INFINITY);
    errors.push({ moved: growth.moved, error: (peak - expectedGb(growth, bandDays)) / growth.spreadGb });
  }
  return errors;
};

const shrunk = (errors: Float64Array, share: number, prior: number): number =>
  (quantile(errors, share) * errors.length + prior * usualWeight) / (errors.length + usualWeight);

/** The band that past errors ask for; with few of them it is nearly the usual one. It always holds the forecast itself. */
export const bandOf = (errors: readonly number[]): Band => {
  const values = Float64Array.from(errors);
  return {
    low: Math.min(0, shrunk(values, 0.1, usual.low)),
    high: Math.max(0, shrunk(values, 0.9, usual.high)),
  };
};

/** Upper end of the band (P90) some days ahead: soon after today it is wider than in proportion, later in proportion. */
export const upperGb = (growth: Growth, band: Band, days: number): number =>
  expectedGb(growth, days) + band.high * growth.spreadGb * Math.max(Math.sqrt(days / bandDays), days / bandDays);

/** Lower end of the band (P10) some days ahead. */
export const lowerGb = (growth: Growth, band: Band, days: number): number =>
  growth.todayGb + growth.slopeGbPerDay * days + (band.low * growth.spreadGb * days) / bandDays;
