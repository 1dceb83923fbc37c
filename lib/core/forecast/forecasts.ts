import { byText, compositeKey, groupBy } from '../model/grouping.ts';
import type { HeldMaximum } from '../model/model.ts';
import type { ForecastOption } from '../model/sizes.ts';
import { type DiskLimit, diskLimit, type LimitFacts } from '../service/disk-limit.ts';
import { type PlanDisks, planSizesIn } from '../service/floor.ts';
import { diskGbFor, type ExpectedGrowth } from './days-until.ts';
import { type DiskFill, diskFill } from './disk-fill.ts';
import {
  type Forecast,
  type ForecastInput,
  forecast,
  freshDays,
  growthAhead,
  type OldForecast,
  oldForecast,
  type UseAhead,
  useAhead,
} from './forecast.ts';
import { type Band, bandOf, type PastError } from './growth-band.ts';
import type { GrowthAhead } from './maximum.ts';
import type { ProjectHistory, ServiceHistory } from './project-history.ts';
import type { Runaway } from './runaway.ts';
import { type Series, type ServiceSeries, serviceSeries } from './series.ts';

/** The members of a service that forecasts need. */
export interface ForecastService {
  readonly project: string;
  readonly name: string;
  readonly type: string;
  readonly plan: string;
  readonly diskMb: number | null;
}

/** Expected development of a service, from its history. */
type Expected = Omit<ForecastInput, 'serviceType' | 'diskMb' | 'today'>;

const noExpectation: Expected = { historyDays: 0, isUnmeasured: true, provisioned: null, used: null, recent: null };

interface ForecastsInput {
  /** By project. */
  readonly histories: ReadonlyMap<string, ProjectHistory>;
  readonly services: readonly ForecastService[];
  /** Own disk of plans; converts a maximum of additional storage to a whole disk. */
  readonly planDiskMb: PlanDisks;
  /** Largest disk of plans, by the same keys; absent where only maximums limit the disks. */
  readonly planCapMb?: PlanDisks;
  /** Days since 1970, UTC. */
  readonly today: number;
  /** Bands of the whole organization, for services that are only a part of it; absent: pooled over these services. */
  readonly bands?: PooledBands;
}

/** The band of each group of series: a service type, and its used or provisioned disk. */
export type PooledBands = ReadonlyMap<string, Band>;

type AheadOption = Pick<ForecastOption, 'horizonDays' | 'confidence'>;

/** What keeps a disk from growing only for the present. */
export type PassingLimits = Pick<LimitFacts, 'isStuck'> & Partial<Pick<LimitFacts['service'], 'state' | 'refusal'>>;

/** Forecasts of all services of a run. */
export interface Forecasts {
  readonly bands: PooledBands;
  /** How forecasts of measured disks of the whole organization came out; empty in forecasts of a part. */
  readonly pastErrors: readonly PastError[];
  /** As `pastErrors`, of one disk. */
  readonly pastErrorsOf: (service: Pick<ForecastService, 'project' | 'name'>) => readonly PastError[];
  readonly expect: (service: ForecastService) => Expected;
  /** Largest disk that a maximum and the plan allow the service, and what passes if it is given. */
  readonly limitOf: (service: ForecastService, maximum: HeldMaximum | null, passing?: PassingLimits) => DiskLimit;
  readonly of: (service: ForecastService, maximum: HeldMaximum | null) => Forecast;
  /** As `of`, from a measurement that is too old for that; undefined without one. It may warn, and never says that a disk lasts. */
  readonly ofOldUse: (service: ForecastService, maximum: HeldMaximum | null) => OldForecast | undefined;
  /**
   * Growth far beyond the past of the disk: of its last week, or of any week whose rise is still there. Undefined without a
   * recent measurement.
   */
  readonly runaway: (service: ForecastService, weeks: 'last week' | 'standing') => Runaway | null | undefined;
  /** Growth of the disk within the days of the option, at the upper end of its confidence. */
  readonly ahead: (service: ForecastService, option: AheadOption) => GrowthAhead;
  /** Space that it may use in `days` days, at the upper end of the band. */
  readonly useAhead: (service: ForecastService, days: number) => UseAhead;
  /** Smallest disk in GB that keeps the service out of trouble for some days; null while its use or its growth is unknown. */
  readonly needGb: (service: ForecastService, days: number, confidence: number) => number | null;
  /** How full the present disk is; null while it was never measured. */
  readonly fill: (service: ForecastService) => DiskFill | null;
  /** Largest use within the month before its last measurement, in MB; undefined while unknown. */
  readonly peakMb: (service: Pick<ForecastService, 'project' | 'name'>) => number | undefined;
  /** Last day on which the used disk was queried; null when it never was. */
  readonly measuredDay: (service: Pick<ForecastService, 'project' | 'name'>) => number | null;
  /** Whether the disk got another size since that day. */
  readonly isResized: (service: Pick<ForecastService, 'project' | 'name'>) => boolean;
}

/** More series of one type do not improve its band. */
const mostSeries = 300;

/** At most `most` items, evenly spread over the list. */
const spread = <T>(items: readonly T[], most: number): T[] => {
  const step = Math.max(1, items.length / most);
  return Array.from({ length: Math.min(most, items.length) }, (_, index) => items[Math.floor(index * step)] as T);
};

interface ServiceRecord {
  readonly history: ServiceHistory;
  readonly series: ServiceSeries;
  /** By maximum: a plan asks several times for the same service. */
  readonly forecasts: Map<HeldMaximum | null, { readonly service: ForecastService; readonly forecast: Forecast }>;
}

/** By project and service: a key of both would be made anew for each of the many questions of a plan. */
type ServiceRecords = ReadonlyMap<string, ReadonlyMap<string, ServiceRecord>>;

const recordsIn = (histories: ForecastsInput['histories']): ServiceRecords =>
  new Map(
    [...histories].map(([project, { days, services }]) => [
      project,
      new Map(
        services.map((history) => [
          history.name,
          { history, series: serviceSeries(days, history), forecasts: new Map() },
        ]),
      ),
    ]),
  );

const recordOf = (
  records: ServiceRecords,
  { project, name }: Pick<ForecastService, 'project' | 'name'>,
): ServiceRecord | undefined => records.get(project)?.get(name);

const isSameDisk = (a: ForecastService, b: ForecastService): boolean =>
  a.diskMb === b.diskMb && a.plan === b.plan && a.type === b.type;

type Basis = keyof ServiceSeries;

const groupText = (type: string, basis: Basis): string => `${basis} ${type}`;

const byType = (services: readonly ForecastService[], records: ServiceRecords) => {
  const inOrder = services
    .map(({ project, name, type }) => ({
      type,
      record: records.get(project)?.get(name),
      key: compositeKey(project, name),
    }))
    .sort((a, b) => byText(a.key, b.key));
  return groupBy(inOrder, ({ type }) => type);
};

/** Bands from the past errors of these services, and the errors of measured disks. */
const pooled = (
  services: readonly ForecastService[],
  records: ServiceRecords,
): Pick<Forecasts, 'bands' | 'pastErrors'> => {
  const bands = new Map<string, Band>();
  const ofUse: PastError[] = [];
  for (const [type, inOrder] of byType(services, records)) {
    const ofType = inOrder.flatMap(({ record }) => record ?? []);
    const measured = ofType.filter(({ history }) => history.used.length > 0);
    for (const [basis, from] of [
      ['provisioned', ofType],
      ['used', measured],
    ] as const) {
      const errors = spread(from, mostSeries).flatMap(({ series }) => series[basis].pastErrors());
      if (errors.length > 0) bands.set(groupText(type, basis), bandOf(errors));
      if (basis === 'used') ofUse.push(...errors);
    }
  }
  return { bands, pastErrors: ofUse };
};

/** Prepares forecasts. Past errors are pooled by service type (design §8), because a single service has too few. */
export const makeForecasts = (input: ForecastsInput): Forecasts => {
  const { histories, services, today } = input;
  const sizesOf = planSizesIn(input);
  const records = recordsIn(histories);
  const { bands, pastErrors } = input.bands ? { bands: input.bands, pastErrors: [] } : pooled(services, records);
  const unpooled = bandOf([]);

  const expectation = (type: string, basis: Basis, series: Series): ExpectedGrowth | null => {
    const { growth } = series.summary();
    return growth && { growth, band: bands.get(groupText(type, basis)) ?? unpooled };
  };

  const expect = (service: ForecastService): Expected => {
    const record = recordOf(records, service);
    if (record === undefined) return noExpectation;
    return {
      historyDays: record.series.provisioned.summary().days,
      isUnmeasured: record.history.measuredDay === null,
      provisioned: expectation(service.type, 'provisioned', record.series.provisioned),
      used: expectation(service.type, 'used', record.series.used),
      recent: record.series.used.summary().recent,
    };
  };
  // Member by member: copies of objects were a fiftieth of a first pass.
  const inputOf = (service: ForecastService): ForecastInput => {
    const { historyDays, isUnmeasured, provisioned, used, recent } = expect(service);
    const { type: serviceType, diskMb } = service;
    return { historyDays, isUnmeasured, provisioned, used, recent, serviceType, diskMb, today };
  };

  // A forecast is of months, so it leaves out what passes within hours, such as the state.
  const limitOf: Forecasts['limitOf'] = ({ type, plan, diskMb }, maximum, { isStuck, ...present } = {}) => {
    const service = { type, plan, diskMb, ...present };
    return diskLimit({ service, maximum, ...sizesOf(service), isStuck });
  };

  return {
    bands,
    pastErrors,
    pastErrorsOf: (service) => recordOf(records, service)?.series.used.pastErrors() ?? [],
    expect,
    limitOf,
    of: (service, maximum) => {
      const memo = recordOf(records, service)?.forecasts;
      const last = memo?.get(maximum);
      if (last !== undefined && isSameDisk(last.service, service)) return last.forecast;
      const made = forecast({ ...inputOf(service), limit: limitOf(service, maximum) });
      memo?.set(maximum, { service, forecast: made });
      return made;
    },
    ofOldUse: (service, maximum) => oldForecast(inputOf(service), () => limitOf(service, maximum)),
    runaway: (service, weeks) => {
      const used = recordOf(records, service)?.series.used;
      const last = used?.summary().last ?? null;
      if (used === undefined || last === null || today - last.day > freshDays) return undefined;
      return weeks === 'standing' ? used.standingRunaway() : used.runaway();
    },
    ahead: (service, { horizonDays, confidence }) => growthAhead(inputOf(service), horizonDays, confidence),
    useAhead: (service, days) => useAhead(inputOf(service), days),
    needGb: (service, days, confidence) => {
      const used = recordOf(records, service)?.series.used;
      if (used === undefined) return null;
      const facts = { recent: used.summary().recent, expected: expectation(service.type, 'used', used), today };
      return diskGbFor(service.type, facts, days, confidence);
    },
    fill: (service) => diskFill(inputOf(service), recordOf(records, service)?.history.provisioned.at(-1)?.[0]),
    peakMb: (service) => recordOf(records, service)?.history.peakMb,
    measuredDay: (service) => recordOf(records, service)?.history.measuredDay ?? null,
    isResized: (service) => {
      const { provisioned = [], measuredDay = null } = recordOf(records, service)?.history ?? {};
      return measuredDay !== null && (provisioned.at(-1)?.[0] ?? measuredDay) > measuredDay;
    },
  };
};
