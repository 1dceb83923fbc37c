import { type Growth, growthOf, leastHistoryDays, type Sample } from './growth.ts';
import { quantile } from './order-statistics.ts';

/** Band around a forecast at `bandDays`, in spreads of the series: the P10 and P90 of past errors. */
export interface Band {
  readonly low: number;
  readonly high: number;
}

/** Days ahead of past forecasts: the error is measured at the peak of the following 30 days. */
export const bandDays = 30;
/** Number of earlier days from which a series is forecast to measure the errors. */
const mostOrigins = 4;
const daysBetweenOrigins = 7;
/** Errors of generated series of six shapes (test/bench/forecast.ts), for types with few errors of their own. */
const usual: Band = { low: -0.35, high: 0.75 };
/** Number of measured errors that weigh as much as the usual ones. */
const usualWeight = 30;

/** Highest expected value within some days: the centre of the band. */
export const expectedGb = ({ startGb, slopeGbPerDay }: Growth, days: number): number => startGb + slopeGbPerDay * days;

/**
 * Errors of forecasts of this series from earlier days (rolling origin): the actual peak of the following 30 days minus
 * the forecast one, in spreads. Empty for series that are too short.
 */
export const pastErrors = (samples: readonly Sample[]): { readonly moved: boolean; readonly error: number }[] => {
  const last = samples.at(-1)?.day ?? 0;
  const errors: { moved: boolean; error: number }[] = [];
  for (let turn = 0; turn < mostOrigins; turn += 1) {
    const origin = last - bandDays - turn * daysBetweenOrigins;
    const length = samples.findLastIndex(({ day }) => day <= origin) + 1;
    if (length < leastHistoryDays) break;
    const growth = growthOf(samples.slice(0, length));
    const followed = samples.slice(length).filter(({ day }) => day <= origin + bandDays);
    if (growth === null || followed.length === 0) break;
    const peak = followed.reduce((most, { gb }) => Math.max(most, gb), Number.NEGATIVE_INFINITY);
    errors.push({ moved: growth.moved, error: (peak - expectedGb(growth, bandDays)) / growth.spreadGb });
  }
  return errors;
};

const shrunk = (errors: Float64Array, share: number, prior: number): number =>
  (quantile(errors, share) * errors.length + prior * usualWeight) / (errors.length + usualWeight);

/** Band from past errors; with few errors it is close to the usual one. It always contains the forecast itself. */
export const bandOf = (errors: readonly number[]): Band => {
  const values = Float64Array.from(errors);
  return {
    low: Math.min(0, shrunk(values, 0.1, usual.low)),
    high: Math.max(0, shrunk(values, 0.9, usual.high)),
  };
};

/** Upper end of the band (P90) some days ahead; its width grows with the square root of the days, after 30 linearly. */
export const upperGb = (growth: Growth, band: Band, days: number): number =>
  expectedGb(growth, days) + band.high * growth.spreadGb * Math.max(Math.sqrt(days / bandDays), days / bandDays);

/** Lower end of the band (P10) some days ahead. */
export const lowerGb = (growth: Growth, band: Band, days: number): number =>
  growth.todayGb + growth.slopeGbPerDay * days + (band.low * growth.spreadGb * days) / bandDays;
