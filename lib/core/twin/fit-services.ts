import { leastHistoryDays, quantileOf } from '../forecast/growth.ts';
import { dayMs } from '../model/durations.ts';
import { dailyGrowth, type UsePoint } from './daily-growth.ts';
import { daysByKind } from './days-by-kind.ts';
import { fittedGrowth, shapeOf } from './fit-growth.ts';
import {
  decimals,
  drawnWithinBand,
  type GrowthModel,
  meanGbPerDay,
  mostEveryDays,
  plainGrowth,
} from './growth-model.ts';

/** Factors on the lower and on the upper part of bands, from an organization's own errors: 1 where they were right. */
interface OwnFactors {
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

/** A service whose growth was measured. */
interface FittedRate {
  readonly type: string;
  readonly diskGb: number;
  /** Mean over weeks, with bursts. */
  readonly gbPerDay: number;
}

/** A service whose growth was not. */
interface UnknownService extends Omit<FittedRate, 'gbPerDay'> {
  /** What the days without a full disk show, though they are too few; null for none. */
  readonly seenGbPerDay: number | null;
}

/** So many services of a type make up a typical one. */
const leastPeers = 3;
/** Growth a day as a part of the disk where the organization knows none: a disk that fills up within a year. */
const usualShare = 0.0025;
/** The band is at least this wide, and no disk of unknown growth stands still. */
const widthFactor = 4;
const leastShare = 0.0005;

/** Growth a day as parts of the disk: of the type, or, where too few of them are known, of all services. */
const sharesFor = (type: string, fitted: readonly FittedRate[]): number[] => {
  const shares = (rates: readonly FittedRate[]) => rates.map(({ diskGb, gbPerDay }) => gbPerDay / diskGb);
  const ofType = fitted.filter((rate) => rate.type === type);
  if (ofType.length >= leastPeers) return shares(ofType);
  return fitted.length >= leastPeers ? shares(fitted) : [usualShare];
};

/**
 * The growth of a service that no measurement shows: typical of its type, for the size of its disk, with a wide band. It is
 * never 0, because a full disk hides its growth, and an unknown one may be full soon.
 */
export const unknownGrowth = (service: UnknownService, fitted: readonly FittedRate[]): GrowthModel => {
  const { type, diskGb, seenGbPerDay } = service;
  const comparable = fitted.filter((rate) => rate.diskGb > 0);
  const peers = sharesFor(type, comparable);
  const typical = Math.max(leastShare, quantileOf(peers, 0.5));
  const gbPerDay = Math.max(typical * diskGb, seenGbPerDay ?? 0);
  return {
    ...plainGrowth(decimals(gbPerDay), 'unknown'),
    lowGbPerDay: decimals(Math.min(gbPerDay / widthFactor, quantileOf(peers, 0.1) * diskGb)),
    highGbPerDay: decimals(Math.max(gbPerDay * widthFactor, quantileOf(peers, 0.9) * diskGb)),
  };
};

/** A service with the measurements of its disk, oldest first. */
interface MeasuredService {
  readonly type: string;
  readonly diskGb: number;
  readonly points: readonly UsePoint[];
}

/** Own errors of the twin's growths, pooled like those of the forecasts. */
const ownFactorsByType = (services: readonly MeasuredService[]): ((type: string) => OwnFactors) => {
  const errors = new Map<string, number[]>();
  for (const { type, points } of services) {
    const error = ownError(points);
    if (error !== null) errors.set(type, [...(errors.get(type) ?? []), error]);
  }
  const factors = new Map([...errors].map(([type, pool]) => [type, ownFactorsOf(pool)]));
  return (type) => factors.get(type) ?? ownFactorsOf([]);
};

/** Mean growth on the days that a full disk does not hide; null for none. */
const seenRate = (points: readonly UsePoint[]): number | null => {
  const { growth } = dailyGrowth(points);
  return growth.length === 0 ? null : growth.reduce((sum, { gb }) => sum + gb, 0) / growth.length;
};

/**
 * The growth of every service, in order: fitted where 14 days show it, else unknown with a value that is typical of its type.
 * @param startDay day 0 of the growths, in days since 1970
 */
export const fitServices = (services: readonly MeasuredService[], startDay: number): GrowthModel[] => {
  const shaped = services.map((service) => ({ ...service, shape: shapeOf(service.points) }));
  const ownFactorsOfType = ownFactorsByType(services);
  const fitted = shaped.map(({ type, diskGb, shape }) => {
    if (shape === null) return null;
    const growth = withOwnFactors(fittedGrowth(shape, startDay), ownFactorsOfType(type));
    return { growth, rate: { type, diskGb, gbPerDay: meanGbPerDay(growth) } satisfies FittedRate };
  });
  const rates = fitted.flatMap((service) => (service === null ? [] : [service.rate]));
  return services.map(
    ({ type, diskGb, points }, index) =>
      fitted[index]?.growth ?? unknownGrowth({ type, diskGb, seenGbPerDay: seenRate(points) }, rates),
  );
};
