import { type Growth, type GrowthKind, growthOf, quantile, type Sample } from './growth.ts';

/** Factors on the rises that growth expects, from an organization's own past: 1 where they were right. */
export interface Band {
  readonly middle: number;
  readonly high: number;
}

/** One past forecast: the rise that came, in the expected rise and in the rise at the upper end of the band. */
export interface PastError {
  readonly rhythm: GrowthKind;
  readonly middle: number;
  readonly high: number;
}

/** Percent of the highest values that stay under the upper end of the band, unless a policy asks for another share. */
export const usualConfidence = 90;
/**
 * How the rise at the upper end follows from the share above it, measured on the same series (docs/forecast.md): half the risk
 * takes 1.7 times the rise.
 */
const tailPower = 0.75;

/** Rise at the upper end of a confidence, in rises of the P90. */
const riseFor = (confidence: number): number => ((100 - usualConfidence) / (100 - confidence)) ** tailPower;

/** Days that the upper end is ahead of the middle: a measurement of today may be a day old, and a step comes on one day. */
const highLeadDays = 1;

/** Days ahead of past forecasts: they are judged by the peak of the following 30 days. */
export const bandDays = 30;
/** Number of earlier days from which a series is forecast to measure the errors. */
const mostOrigins = 4;
const daysBetweenOrigins = 7;
/** Forecasts from shorter histories say little about those from the whole one. */
const leastDaysOfErrors = 60;
/** Number of past forecasts that weigh as much as the usual multiples. */
const usualWeight = 100;
/** The same months have the same causes for all services, so many services say little more than a few. */
const mostOwnShare = 0.3;
/** Ratios outside of these bounds come from growth of another kind, such as a migration. */
const leastRatio = 0.1;
const mostRatio = 10;

/**
 * Forecasts of this series from earlier days (rolling origin), compared with what came. Empty for series that are too short
 * or never moved.
 */
export const pastErrors = (samples: readonly Sample[]): readonly PastError[] => {
  const last = samples.at(-1)?.day ?? 0;
  const errors: PastError[] = [];
  for (let turn = 0; turn < mostOrigins; turn += 1) {
    const origin = last - bandDays - turn * daysBetweenOrigins;
    const length = samples.findLastIndex(({ day }) => day <= origin) + 1;
    if (length < leastDaysOfErrors) break;
    const growth = growthOf(samples.slice(0, length));
    const followed = samples.slice(length).filter(({ day }) => day <= origin + bandDays);
    if (growth === null || followed.length === 0) break;
    const { rhythm, startGb, slopeGbPerDay, highGbPerDay } = growth;
    if (slopeGbPerDay === 0) continue;
    const rise = followed.reduce((most, { gb }) => Math.max(most, gb), Number.NEGATIVE_INFINITY) - startGb;
    errors.push({
      rhythm,
      middle: rise / (bandDays * slopeGbPerDay),
      high: rise / ((bandDays + highLeadDays) * highGbPerDay),
    });
  }
  return errors;
};

/** Whether what came was above the upper end of a confidence, which is never below the middle. */
export const isAbove = ({ middle, high }: PastError, confidence: number): boolean =>
  high > riseFor(confidence) && middle > 1;

const shrunk = (errors: readonly PastError[], end: keyof Band, share: number): number => {
  const ratios = Float64Array.from(errors, (error) => error[end]);
  const own = Math.min(mostRatio, Math.max(leastRatio, quantile(ratios, share)));
  return own ** ((mostOwnShare * errors.length) / (errors.length + usualWeight));
};

/** Band from past errors; with few errors it is close to the usual one. */
export const bandOf = (errors: readonly PastError[]): Band => ({
  middle: shrunk(errors, 'middle', 0.5),
  high: shrunk(errors, 'high', 0.9),
});

/** Expected rise a day: half of all peaks stay under it. */
export const slopeIn = ({ slopeGbPerDay }: Growth, { middle }: Band): number => middle * slopeGbPerDay;

/** Rise a day at the upper end of the band, never below the expected one. */
const upperSlopeIn = (growth: Growth, band: Band, confidence: number = usualConfidence): number =>
  Math.max(slopeIn(growth, band), riseFor(confidence) * band.high * growth.highGbPerDay);

/** Rise a day at the lower end of the band, never above the expected one. */
const lowerSlopeIn = (growth: Growth, band: Band): number => Math.min(slopeIn(growth, band), growth.lowGbPerDay);

/** Highest expected value within some days: the centre of the band. */
export const expectedGb = (growth: Growth, band: Band, days: number): number =>
  growth.startGb + slopeIn(growth, band) * days;

/** Upper end of the band some days ahead: the P90, or the quantile of another confidence. */
export const upperGb = (growth: Growth, band: Band, days: number, confidence?: number): number =>
  growth.startGb + upperSlopeIn(growth, band, confidence) * (days + highLeadDays);

/** Lower end of the band (P10) some days ahead. */
export const lowerGb = (growth: Growth, band: Band, days: number): number =>
  growth.todayGb + lowerSlopeIn(growth, band) * days;
