import { compositeKey } from '../model/grouping.ts';
import type { HeldMaximum } from '../model/model.ts';
import { mbPerGb } from '../model/sizes.ts';
import { type PlanDisks, planKeyText } from '../service/floor.ts';
import { type DiskFill, diskFill } from './disk-fill.ts';
import { type Forecast, forecast, growthAhead, type Outlook } from './forecast.ts';
import { growthOf, type Sample } from './growth.ts';
import { type Band, bandOf, pastErrors } from './growth-band.ts';
import type { GrowthAhead } from './maximum.ts';
import { type ProjectHistory, provisionedSamples, type ServiceHistory, usedSamples } from './project-history.ts';

/** A service as far as forecasts go. */
export interface ForecastService {
  readonly project: string;
  readonly name: string;
  readonly type: string;
  readonly plan: string;
  readonly diskMb: number | null;
}

/** What the history of a service leads to expect. */
export interface Expected {
  readonly historyDays: number;
  readonly provisioned: Outlook | null;
  readonly used: Outlook | null;
}

/** What forecasts are made from. */
export interface ForecastsInput {
  /** By project. */
  readonly histories: ReadonlyMap<string, ProjectHistory>;
  readonly services: readonly ForecastService[];
  /** As far as they are known: without it a maximum of additional storage says nothing of the whole disk. */
  readonly planDiskMb: PlanDisks;
  /** Days since 1970, UTC. */
  readonly today: number;
}

/** Forecasts of all services that a run sees. */
export interface Forecasts {
  readonly expect: (service: ForecastService) => Expected;
  /** Largest disk that a maximum allows the service, in MB; null when there is none, or it is not known. */
  readonly limitMb: (service: ForecastService, maximum: HeldMaximum | null) => number | null;
  readonly of: (service: ForecastService, maximum: HeldMaximum | null) => Forecast;
  /** By how much the disk may have grown so many days from now, at the upper end of the band. */
  readonly ahead: (service: ForecastService, days: number) => GrowthAhead;
  /** How full the disk is, as large as it is; null while that was never measured. */
  readonly fill: (service: ForecastService) => DiskFill | null;
  /** Last day on which it was asked what the service uses; null when it never was. */
  readonly measuredDay: (service: ForecastService) => number | null;
}

/** More series of one type would not make its band any better. */
const mostSeries = 300;

const placeText = ({ project, name }: ForecastService): string => compositeKey(project, name);

/** So many of them, evenly spread over all. */
const spread = <T>(items: readonly T[], most: number): T[] => {
  const step = Math.max(1, items.length / most);
  return Array.from({ length: Math.min(most, items.length) }, (_, index) => items[Math.floor(index * step)] as T);
};

interface Known {
  readonly days: readonly number[];
  readonly history: ServiceHistory;
}

type Basis = 'provisioned' | 'used';

const samplesOf: Readonly<Record<Basis, (known: Known) => Sample[]>> = {
  provisioned: ({ days, history }) => provisionedSamples(days, history),
  used: ({ history }) => usedSamples(history),
};

/** Series that never moved have a band of their own: else they would say that those that do never miss. */
const groupText = (type: string, basis: Basis, moved: boolean): string => `${basis} ${moved} ${type}`;

const gatherErrors = (into: Map<string, number[]>, type: string, basis: Basis, known: readonly Known[]): void => {
  for (const one of spread(known, mostSeries)) {
    for (const { moved, error } of pastErrors(samplesOf[basis](one))) {
      const group = groupText(type, basis, moved);
      const errors = into.get(group);
      if (errors === undefined) into.set(group, [error]);
      else errors.push(error);
    }
  }
};

const byType = (services: readonly ForecastService[], known: ReadonlyMap<string, Known>): Map<string, Known[]> => {
  const types = new Map<string, Known[]>();
  const inOrder = services
    .map((service) => ({ service, place: placeText(service) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1));
  for (const { service, place } of inOrder) {
    const one = known.get(place);
    if (one === undefined) continue;
    const group = types.get(service.type);
    if (group === undefined) types.set(service.type, [one]);
    else group.push(one);
  }
  return types;
};

/**
 * Makes forecasts ready for an organization: how wrong past ones were is pooled by service type (design §8), because a
 * single service has too few of them. The same for the same histories, whatever their order.
 */
export const makeForecasts = ({ histories, services, planDiskMb, today }: ForecastsInput): Forecasts => {
  const known = new Map<string, Known>();
  for (const [project, { days, services: kept }] of histories) {
    for (const history of kept) known.set(compositeKey(project, history.name), { days, history });
  }
  const errors = new Map<string, number[]>();
  for (const [type, ofType] of byType(services, known)) {
    gatherErrors(errors, type, 'provisioned', ofType);
    gatherErrors(
      errors,
      type,
      'used',
      ofType.filter(({ history }) => history.used.length > 0),
    );
  }
  const bands = new Map<string, Band>([...errors].map(([group, pool]) => [group, bandOf(pool)]));
  const unpooled = bandOf([]);

  const outlook = (type: string, basis: Basis, one: Known): Outlook | null => {
    const growth = growthOf(samplesOf[basis](one));
    return growth && { growth, band: bands.get(groupText(type, basis, growth.moved)) ?? unpooled };
  };

  const expect = (service: ForecastService): Expected => {
    const one = known.get(placeText(service));
    if (one === undefined) return { historyDays: 0, provisioned: null, used: null };
    return {
      historyDays: samplesOf.provisioned(one).length,
      provisioned: outlook(service.type, 'provisioned', one),
      used: one.history.used.length === 0 ? null : outlook(service.type, 'used', one),
    };
  };

  const limitMb: Forecasts['limitMb'] = ({ type, plan }, maximum) => {
    if (maximum === null || maximum.gb === null) return null;
    const own = maximum.kind === 'total' ? 0 : planDiskMb.get(planKeyText(type, plan));
    return own == null ? null : own + maximum.gb * mbPerGb;
  };

  return {
    expect,
    limitMb,
    of: (service, maximum) => {
      const { type: serviceType, diskMb } = service;
      return forecast({ ...expect(service), serviceType, diskMb, limitMb: limitMb(service, maximum), today });
    },
    ahead: (service, days) =>
      growthAhead(
        { ...expect(service), serviceType: service.type, diskMb: service.diskMb, limitMb: null, today },
        days,
      ),
    fill: (service) => {
      const one = known.get(placeText(service));
      const { type: serviceType, diskMb } = service;
      return diskFill(
        { ...expect(service), serviceType, diskMb, limitMb: null, today },
        (one && usedSamples(one.history).at(-1)) ?? null,
      );
    },
    measuredDay: (service) => known.get(placeText(service))?.history.measuredDay ?? null,
  };
};
