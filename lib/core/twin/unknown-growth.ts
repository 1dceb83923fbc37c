import { quantileOf } from '../forecast/order-statistics.ts';
import { decimals, type GrowthModel, plainGrowth } from './growth-model.ts';

/** A service whose growth was measured. */
export interface FittedRate {
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
