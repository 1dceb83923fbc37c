import { leastHistoryDays, quantileOf } from '../forecast/growth.ts';
import { dayMs } from '../model/durations.ts';
import { dailyGrowth, type UsePoint } from './daily-growth.ts';
import { daysByKind } from './days-by-kind.ts';
import { fittedGrowth, shapeOf } from './fit-growth.ts';
import { drawnWithinBand, type GrowthModel, meanGbPerDay, mostEveryDays } from './growth-model.ts';

/** Factors on the lower and on the upper part of bands, from an organization's own errors: 1 where they were right. */
export interface OwnFactors {
  readonly low: number;
  readonly high: number;
}

/** Part of the days that the growth of the others is compared with. */
const knownShare = 2 / 3;
/** Fewer days say little about a rate. */
const leastDays = 4;
/** The errors of a few weeks say little about the next months, so this part of the usual width always stays. */
const mostWeight = 0.8;
/** Number of errors that weigh as much as the usual width. */
const usualWeight = 10;
const leastWidth = 0.1;
const mostWidth = 4;
/** Rates that differ by less are the same. */
const leastGbPerDay = 1e-6;

/**
 * How far the growth of the last third of the days was from what the days before showed, in the band of then: -1 at its P10,
 * 1 at its P90. Null for too few days.
 * @param points oldest first
 */
export const ownError = (points: readonly UsePoint[]): number | null => {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const knownMs = Math.max(knownShare * (last.timeMs - first.timeMs), leastHistoryDays * dayMs);
  const originMs = first.timeMs + knownMs;
  if (originMs > last.timeMs - leastDays * dayMs) return null;
  const shape = shapeOf(points.filter(({ timeMs }) => timeMs <= originMs));
  const { ordinary, bursts } = daysByKind(dailyGrowth(points.filter(({ timeMs }) => timeMs >= originMs)).growth);
  const came = [...ordinary, ...bursts];
  if (shape === null || came.length < leastDays) return null;
  const growth = fittedGrowth(shape, Math.floor(originMs / dayMs));
  const at = (draw: number) => meanGbPerDay(drawnWithinBand(growth, draw));
  const middle = at(0.5);
  const error = came.reduce((sum, { gb }) => sum + gb, 0) / came.length - middle;
  if (Math.abs(error) < leastGbPerDay) return 0;
  const width = error < 0 ? middle - at(0.1) : at(0.9) - middle;
  return error / Math.max(width, leastGbPerDay);
};

/** What some errors say of the width of bands; with few of them it is close to the usual one. */
export const ownFactorsOf = (errors: readonly number[]): OwnFactors => {
  const weight = (mostWeight * errors.length) / (errors.length + usualWeight);
  const own = (share: number) => {
    const width = errors.length === 0 ? 1 : Math.abs(quantileOf(errors, share));
    return Math.min(mostWidth, Math.max(leastWidth, width)) ** weight;
  };
  return { low: own(0.1), high: own(0.9) };
};

/** A growth with bands of another width. */
export const withOwnFactors = (growth: GrowthModel, { low, high }: OwnFactors): GrowthModel => {
  const { gbPerDay, lowGbPerDay, highGbPerDay, bursts } = growth;
  const widened = {
    ...growth,
    lowGbPerDay: Math.max(0, gbPerDay - low * (gbPerDay - lowGbPerDay)),
    highGbPerDay: gbPerDay + high * (highGbPerDay - gbPerDay),
  };
  if (bursts === null) return widened;
  const { everyDays, lowEveryDays, highEveryDays } = bursts;
  const often = 1 / everyDays;
  const rarely = often - low * (often - 1 / highEveryDays);
  const mostOften = often + high * (1 / lowEveryDays - often);
  return {
    ...widened,
    bursts: {
      ...bursts,
      lowEveryDays: Math.max(1, 1 / mostOften),
      highEveryDays: rarely * mostEveryDays < 1 ? mostEveryDays : 1 / rarely,
    },
  };
};
