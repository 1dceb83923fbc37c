import { type Growth, growthOf, type Sample } from './growth.ts';
import { pastErrors } from './growth-band.ts';
import { type Pace, paceOf } from './pace.ts';
import { type ServiceHistory, samplesSinceShrink, usedSamples } from './project-history.ts';
import { type Runaway, runawayOf, standingRunaway } from './runaway.ts';

/** What follows from the sizes of one disk over time alone, without the samples themselves, which are many. */
export interface Series {
  readonly summary: () => {
    readonly days: number;
    /** The newest sample; null without any. */
    readonly last: Sample | null;
    /** Null for too few samples. */
    readonly growth: Growth | null;
    /** Null without any sample. */
    readonly recent: Pace | null;
  };
  readonly pastErrors: () => ReturnType<typeof pastErrors>;
  /** Of the last week, and of all weeks whose rise is still there. */
  readonly runaway: () => Runaway | null;
  readonly standingRunaway: () => Runaway | null;
}

/** Series of a service: of the provisioned disk, and of the used one. */
export interface ServiceSeries {
  readonly provisioned: Series;
  readonly used: Series;
}

/** A value that is worked out when it is first asked for. */
const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

const isFree = ({ isFull }: Sample): boolean => isFull !== true;

/** Growth of the days on which the disk was not full, from the newest sample on. */
const growthUpTo = (samples: readonly Sample[]): Growth | null => {
  const growth = growthOf(samples.filter(isFree));
  const last = samples.at(-1);
  if (growth === null || !last?.isFull) return growth;
  return { ...growth, day: last.day, todayGb: last.gb, startGb: Math.max(growth.startGb, last.gb) };
};

const seriesOf = (samplesOf: () => readonly Sample[]): Series => {
  const freeOf = () => samplesOf().filter(isFree);
  return {
    summary: once(() => {
      const samples = samplesOf();
      const { length: days } = samples;
      return { days, last: samples.at(-1) ?? null, growth: growthUpTo(samples), recent: paceOf(samples) };
    }),
    pastErrors: once(() => pastErrors(freeOf())),
    runaway: once(() => runawayOf(freeOf())),
    standingRunaway: once(() => standingRunaway(freeOf())),
  };
};

interface OfSizes {
  readonly days: readonly number[];
  readonly lastDay: number;
  readonly series: Series;
}

const provisionedMemo = new WeakMap<ServiceHistory['provisioned'], OfSizes>();
const usedMemo = new WeakMap<ServiceHistory['used'], Series>();

const provisionedSeries = (days: readonly number[], history: ServiceHistory): Series => {
  const { provisioned, lastDay } = history;
  const last = provisionedMemo.get(provisioned);
  if (last?.days === days && last.lastDay === lastDay) return last.series;
  const series = seriesOf(() => samplesSinceShrink(days, history));
  provisionedMemo.set(provisioned, { days, lastDay, series });
  return series;
};

const usedSeries = (days: readonly number[], history: ServiceHistory): Series => {
  const series = usedMemo.get(history.used) ?? seriesOf(() => usedSamples(days, history));
  usedMemo.set(history.used, series);
  return series;
};

/**
 * The series of a service's history. Samples never change, and runs of one process read the same ones until a day or a
 * measurement is added: growth is a median over all pairs of days, so each is worked out once.
 */
export const serviceSeries = (days: readonly number[], history: ServiceHistory): ServiceSeries => ({
  provisioned: provisionedSeries(days, history),
  used: usedSeries(days, history),
});
