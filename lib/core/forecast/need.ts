import { troublePercent } from '../model/autoscaler.ts';
import type { ExpectedGrowth } from './days-until.ts';
import { upperGb } from './growth-band.ts';
import { gbByPace, type Pace, soonMargin } from './pace.ts';

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
