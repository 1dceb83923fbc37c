import { backtest, type PastService } from '../../../lib/core/twin/backtest.ts';
import { groupBy } from '../../../lib/core/model/grouping.ts';
import { drawsOfPlace } from '../../../lib/emulator/autoscaler/turns.ts';
import { readSeries } from '../forecast/real-growth.ts';
import { dayMs } from './measured.ts';

type RealSeries = ReturnType<typeof readSeries>[number];

const daysBetweenOrigins = 120;
const longestAhead = 90;
/** Fewer sizes are no growth that a fit could show. */
const leastSizes = 5;
/** Files are smaller than disks: each is as if it filled up to 100 GB of a disk that is large enough for it. */
const largestGb = 100;
const diskGb = 200;

/** A series around a day as a service that is measured at each midnight; undefined where it does not grow. */
const serviceAt = ({ id, bytes }: RealSeries, at: number, days: number): PastService | undefined => {
  const known = bytes.slice(at - days, at);
  if (new Set(known).size < leastSizes || bytes.length <= at) return undefined;
  const factor = largestGb / Math.max(...known);
  const points = bytes
    .slice(at - days, at + longestAhead)
    .map((size, day) => ({ timeMs: (at - days + day + 1) * dayMs, gb: size * factor, isFull: false }));
  return { place: id, type: 'pg', diskGb, points };
};

/**
 * How many real series are within P10 and P90 of their twins, by days ahead, each source as one organization and every source
 * with the same weight.
 * @param days of history
 */
export const realBacktest = (days: number): Map<number, number> => {
  const bySource = groupBy(readSeries(), ({ source }) => source);
  const shares = new Map<number, number[]>();
  for (const series of bySource.values()) {
    const counts = new Map<number, { within: number; services: number }>();
    const longest = Math.max(...series.map(({ bytes }) => bytes.length));
    for (let at = daysBetweenOrigins; at < longest; at += daysBetweenOrigins) {
      const services = series.flatMap((one) => serviceAt(one, at, days) ?? []);
      const options = { fromMs: at * dayMs, days, seeds: 20, drawsOf: drawsOfPlace };
      for (const horizon of backtest(services, options).horizons) {
        const count = counts.get(horizon.days) ?? { within: 0, services: 0 };
        count.within += horizon.within;
        count.services += horizon.services;
        counts.set(horizon.days, count);
      }
    }
    for (const [ahead, { within, services }] of counts) {
      if (services > 0) shares.set(ahead, [...(shares.get(ahead) ?? []), within / services]);
    }
  }
  return new Map([...shares].map(([ahead, all]) => [ahead, all.reduce((sum, share) => sum + share, 0) / all.length]));
};
