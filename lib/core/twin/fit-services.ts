import { quantileOf } from '../forecast/growth.ts';
import { dailyGrowth, type UsePoint } from './daily-growth.ts';
import { fittedGrowth, shapeOf } from './fit-growth.ts';
import { decimals, type GrowthModel, meanGbPerDay, plainGrowth } from './growth-model.ts';
import { type OwnFactors, ownError, ownFactorsOf, withOwnFactors } from './own-factors.ts';

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
