import { quantileOf } from '../forecast/order-statistics.ts';
import { dayMs } from '../model/durations.ts';
import { byText } from '../model/grouping.ts';
import { usesAt } from './daily-growth.ts';
import { fitServices } from './fit-services.ts';
import { drawnWithinBand, type GrowthModel } from './growth-model.ts';
import { livedGb } from './lived-growth.ts';
import { rangeOf } from './ranges.ts';
import type { UsePoint } from './use-points.ts';

const backtestDays = [7, 14, 30, 60, 90] as const;

/** A service with all measurements of its disk, from before and after the day of the backtest. */
export interface PastService {
  /** `PROJECT/SERVICE` */
  readonly place: string;
  readonly type: string;
  /** Size of the disk on the day of the backtest. */
  readonly diskGb: number;
  /** Oldest first. */
  readonly points: readonly UsePoint[];
}

/** The draws of the growth of one service. */
interface GrowthDraws {
  /** Where in its band the growth is, from 0 up to, not including, 1. */
  readonly band: number;
  /** Draws of a day, each from 0 up to, not including, 1. */
  readonly ofDay: (day: number) => () => number;
}

export interface BacktestOptions {
  /** Midnight UTC: the twins know nothing of what came after. */
  readonly fromMs: number;
  /** Days of measurements before it to fit the growth to. */
  readonly days: number;
  readonly seeds: number;
  readonly drawsOf: (seed: number, place: string) => GrowthDraws;
}

interface BacktestService {
  readonly place: string;
  readonly days: number;
  readonly actualGb: number;
  readonly lowGb: number;
  readonly middleGb: number;
  readonly highGb: number;
  /** Actual minus P50, in percent of the disk on the day of the backtest. */
  readonly errorPercent: number;
  readonly isWithin: boolean;
}

/** All services at one horizon. */
export interface BacktestHorizon {
  readonly days: number;
  /** Services whose use is known then, and was never hidden by a full disk before. */
  readonly services: number;
  /** Of them, those between P10 and P90; four of five are expected. */
  readonly within: number;
  /** Median and P90 of the errors without their sign, and their median with it, in percent of the disk; null without services. */
  readonly medianError: number | null;
  readonly largeError: number | null;
  readonly bias: number | null;
}

export interface Backtest {
  readonly horizons: readonly BacktestHorizon[];
  /** Services with a fitted growth, and with an unknown one. */
  readonly fitted: number;
  readonly unknown: number;
  /** Places of the services that were not measured on the day of the backtest. */
  readonly unmeasured: readonly string[];
  /** Every service at its last horizon, the largest error first. */
  readonly services: readonly BacktestService[];
}

/** A measurement on the day of the backtest may be that old. */
const freshMs = 1.5 * dayMs;

/** Part of a disk: readings of its use are no finer. */
const finestShare = 1e-4;

interface Begun extends PastService {
  readonly usedGb: number;
}

/** The service as it was known then; undefined if its disk was not measured. */
const begunAt = (service: PastService, { fromMs, days }: BacktestOptions): Begun | undefined => {
  const before = service.points.filter(({ timeMs }) => timeMs <= fromMs && timeMs >= fromMs - days * dayMs);
  const last = before.at(-1);
  if (last === undefined || fromMs - last.timeMs > freshMs) return undefined;
  return { ...service, points: before, usedGb: last.gb };
};

/** Horizons up to the first day on which the disk was full, with the use then. */
const actualUses = (points: readonly UsePoint[], fromMs: number): { readonly days: number; readonly gb: number }[] => {
  const fullMs = points.find(({ timeMs, isFull }) => isFull && timeMs > fromMs)?.timeMs ?? Number.POSITIVE_INFINITY;
  const moments = backtestDays.map((days) => fromMs + days * dayMs);
  return usesAt(points, moments).flatMap((gb, index) => {
    const days = backtestDays[index];
    return gb === undefined || days === undefined || (moments[index] ?? 0) >= fullMs ? [] : [{ days, gb }];
  });
};

const judged = (
  begun: Begun,
  growth: GrowthModel,
  points: readonly UsePoint[],
  options: BacktestOptions,
): BacktestService[] => {
  const { fromMs, seeds, drawsOf } = options;
  const actual = actualUses(points, fromMs);
  const longest = actual.at(-1)?.days ?? 0;
  const lives = Array.from({ length: seeds }, (_, seed) => {
    const draws = drawsOf(seed + 1, begun.place);
    const drawn = drawnWithinBand(growth, draws.band);
    return livedGb({ growth: drawn, usedGb: begun.usedGb, startMs: fromMs, fractionsOf: draws.ofDay }, longest);
  });
  const finestGb = finestShare * begun.diskGb;
  return actual.map(({ days, gb }) => {
    const { p10: lowGb, p50: middleGb, p90: highGb } = rangeOf(lives.map((lived) => lived[days - 1] ?? 0));
    const errorPercent = ((gb - middleGb) * 100) / begun.diskGb;
    const isWithin = gb >= lowGb - finestGb && gb <= highGb + finestGb;
    return { place: begun.place, days, actualGb: gb, lowGb, middleGb, highGb, errorPercent, isWithin };
  });
};

const horizonOf = (days: number, all: readonly BacktestService[]): BacktestHorizon => {
  const services = all.filter((service) => service.days === days);
  const errors = services.map(({ errorPercent }) => errorPercent);
  const known = (values: readonly number[], share: number) => (values.length === 0 ? null : quantileOf(values, share));
  const sizes = errors.map(Math.abs);
  return {
    days,
    services: services.length,
    within: services.filter(({ isWithin }) => isWithin).length,
    medianError: known(sizes, 0.5),
    largeError: known(sizes, 0.9),
    bias: known(errors, 0.5),
  };
};

/**
 * Lives the past once more with what was known on a day, and compares it with what happened. Disks that were full since
 * count up to the day before, because a full disk hides how much they would have grown.
 */
export const backtest = (services: readonly PastService[], options: BacktestOptions): Backtest => {
  const unmeasured: string[] = [];
  const begun = services.flatMap((service) => {
    const then = begunAt(service, options);
    if (then === undefined) unmeasured.push(service.place);
    return then === undefined ? [] : [{ then, points: service.points }];
  });
  const fits = fitServices(
    begun.map(({ then }) => then),
    Math.floor(options.fromMs / dayMs),
  );
  const all = begun.flatMap(({ then, points }, index) => {
    const fit = fits[index];
    return fit === undefined ? [] : judged(then, fit.growth, points, options);
  });
  const unknown = fits.filter(({ growth }) => growth.kind === 'unknown').length;
  const last = new Map(all.map((service) => [service.place, service]));
  return {
    horizons: backtestDays.map((days) => horizonOf(days, all)),
    fitted: fits.length - unknown,
    unknown,
    unmeasured,
    services: [...last.values()].sort(
      (a, b) => Math.abs(b.errorPercent) - Math.abs(a.errorPercent) || byText(a.place, b.place),
    ),
  };
};
