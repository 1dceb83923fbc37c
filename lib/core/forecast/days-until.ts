import { troublePercent } from '../model/autoscaler.ts';
import { mbPerGb } from '../model/sizes.ts';
import type { Growth } from './growth.ts';
import { type Band, expectedGb, lowerGb, upperGb } from './growth-band.ts';
import { gbByPace, type Pace, soonMargin } from './pace.ts';

/** Expected development of a series: its growth and the band around it. */
export interface ExpectedGrowth {
  readonly growth: Growth;
  readonly band: Band;
}

/** What is known of the use of a disk. */
export interface MeasuredUse {
  /** Days since 1970, UTC. */
  readonly today: number;
  /** Null while there are too few measurements. */
  readonly used: ExpectedGrowth | null;
  /** Of its last days; null or absent without a measurement. */
  readonly recent?: Pace | null;
}

/** Beyond a year the band is meaningless. */
export const horizonDays = 365;
/** Smaller parts of a day come from the arithmetic of fractions alone. */
const leastPart = 1e-9;

/** Whole days until a value on a straight line reaches the limit; null when it does not within the horizon. */
export const daysUntil = (limitGb: number, valueAt: (days: number) => number): number | null => {
  const missingGb = limitGb - valueAt(0);
  if (missingGb <= 0) return 0;
  const days = missingGb / (valueAt(1) - valueAt(0));
  return days >= 0 && days <= horizonDays + leastPart ? Math.floor(days + leastPart) : null;
};

/** In whole days; null: not within the horizon. */
export type Range = readonly [expected: number | null, soonest: number | null, latest: number | null];

/** Days until a series reaches a size by its history: expected, at the upper end of the band, and at its lower end. */
export const rangeUntil = (limitMb: number | null, { growth, band }: ExpectedGrowth, today: number): Range => {
  const age = today - growth.day;
  const until = (gbAt: typeof expectedGb) =>
    limitMb === null ? null : daysUntil(limitMb / mbPerGb, (ahead) => gbAt(growth, band, ahead + age));
  return [until(expectedGb), until(upperGb), until(lowerGb)];
};

const sooner = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);

/** A rate of a few days may be half as high again. */
const roughMargin = 1.5;

/**
 * Days until the use reaches a size: the sooner one of its history and of the pace of its last days, because growth that changes
 * shows in the pace first.
 * @param used null while the history is too short: then the pace alone decides
 */
export const rangeOf = (limitMb: number | null, { used, recent, today }: MeasuredUse): Range => {
  const [expected, soonest, latest] = used === null ? [null, null, null] : rangeUntil(limitMb, used, today);
  if (limitMb === null || recent?.gbPerDay == null) return [expected, soonest, latest];
  const byPace = (margin: number) =>
    daysUntil(
      limitMb / mbPerGb,
      (days) => gbByPace(recent, days + today - recent.last.day, margin) ?? Number.NEGATIVE_INFINITY,
    );
  return [sooner(expected, byPace(1)), sooner(soonest, byPace(used === null ? roughMargin : soonMargin)), latest];
};

/** Display text of days and their band: `9 (6–14)`; without the band if that is the same. Null: beyond the horizon. */
export const rangeText = (
  days: number | null,
  soonest: number | null,
  latest: number | null,
  far: number = horizonDays,
): string => {
  if (days === null && soonest === null) return `no limit in sight within ${far} days`;
  const [expected, first, last] = [days, soonest, latest].map((bound) => (bound === null ? `>${far}` : `${bound}`));
  return first === last ? `${expected}` : `${expected} (${first}–${last})`;
};

interface UseFacts {
  /** Null without a measurement. */
  readonly recent: Pace | null;
  /** Null while the history is too short. */
  readonly expected: ExpectedGrowth | null;
  /** Days since 1970, UTC. */
  readonly today: number;
}

/**
 * Use of a disk in GB that it may reach within some days: the larger of its forecast at a confidence and of the pace of its
 * last days. Null while neither is known.
 */
const useWithin = ({ recent, expected, today }: UseFacts, days: number, confidence: number): number | null => {
  if (recent === null) return null;
  const { last } = recent;
  const ahead = days + today - last.day;
  const byPace = gbByPace(recent, ahead, soonMargin);
  if (expected === null) return byPace;
  const growth = { ...expected.growth, startGb: Math.max(expected.growth.startGb, last.gb) };
  return Math.max(byPace ?? 0, upperGb(growth, expected.band, ahead, confidence));
};

/**
 * The smallest disk in GB that keeps a service below its trouble mark for some days.
 * @param confidence percent of the outcomes that stay under it, from 50 to 99
 * @returns null while no growth is known
 */
export const diskGbFor = (serviceType: string, facts: UseFacts, days: number, confidence: number): number | null => {
  const useGb = useWithin(facts, days, confidence);
  return useGb === null ? null : (useGb * 100) / troublePercent(serviceType);
};
