import { type Growth, growthOf, type Sample } from './growth.ts';
import { pastErrors } from './growth-band.ts';
import { provisionedSamples, type ServiceHistory, usedSamples } from './project-history.ts';

/** What follows from the sizes of one disk over time alone, without the samples themselves, which are many. */
export interface Series {
  readonly days: number;
  /** The newest sample; null without any. */
  readonly last: Sample | null;
  /** Null for too few samples. */
  readonly growth: Growth | null;
  readonly pastErrors: ReturnType<typeof pastErrors>;
}

/** Series of a service: of the provisioned disk, and of the used one. */
export interface ServiceSeries {
  readonly provisioned: Series;
  readonly used: Series;
}

/** Works out what is asked for, each thing once. */
const seriesOf = (samplesOf: () => readonly Sample[]): Series => {
  let summary: Pick<Series, 'days' | 'last' | 'growth'> | undefined;
  let errors: Series['pastErrors'] | undefined;
  const summarized = () => {
    if (summary !== undefined) return summary;
    const samples = samplesOf();
    summary = { days: samples.length, last: samples.at(-1) ?? null, growth: growthOf(samples) };
    return summary;
  };
  return {
    get days() {
      return summarized().days;
    },
    get last() {
      return summarized().last;
    },
    get growth() {
      return summarized().growth;
    },
    get pastErrors() {
      errors ??= pastErrors(samplesOf());
      return errors;
    },
  };
};

interface Known {
  readonly days: readonly number[];
  readonly series: ServiceSeries;
}

const knownOf = new WeakMap<ServiceHistory, Known>();

/**
 * The series of a service's history. A history never changes, and runs of one process read the same one until a day is added
 * to it: growth is a median over all pairs of days, so each is worked out once.
 */
export const serviceSeries = (days: readonly number[], history: ServiceHistory): ServiceSeries => {
  const known = knownOf.get(history);
  if (known?.days === days) return known.series;
  const series = {
    provisioned: seriesOf(() => provisionedSamples(days, history)),
    used: seriesOf(() => usedSamples(history)),
  };
  knownOf.set(history, { days, series });
  return series;
};
