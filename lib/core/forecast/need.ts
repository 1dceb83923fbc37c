import { troublePercent } from '../model/autoscaler.ts';
import type { ExpectedGrowth } from './forecast.ts';
import type { Sample } from './growth.ts';
import { upperGb } from './growth-band.ts';

/** The pace of the last days goes on with this much on top. */
const paceMargin = 1.15;

interface UseFacts {
  /** The latest measurement; null without one. */
  readonly last: Sample | null;
  /** Plain pace in GB a day; null for a single measurement. */
  readonly pace: number | null;
  /** Null while the history is too short. */
  readonly expected: ExpectedGrowth | null;
  /** Days since 1970, UTC. */
  readonly today: number;
}

/**
 * Use of a disk in GB that it may reach within some days: the larger of its forecast at a confidence and of the pace of its
 * last days. Null for a single measurement, from which no growth can be read.
 */
const useWithin = ({ last, pace, expected, today }: UseFacts, days: number, confidence: number): number | null => {
  if (last === null) return null;
  const ahead = days + today - last.day;
  const byPace = pace === null ? null : last.gb + pace * paceMargin * ahead;
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
