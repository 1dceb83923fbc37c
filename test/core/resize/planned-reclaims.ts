import { type Forecasts, makeForecasts } from '../../../lib/core/forecast/forecasts.ts';
import type { ProjectHistory } from '../../../lib/core/forecast/project-history.ts';
import type { Service, Snapshot } from '../../../lib/core/model/model.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import { additional, anEndpoint, aPolicy, aService, aSnapshot, planDiskMb, planOf } from '../organization.ts';

export const gb = 1024;
export const day = 22_080;
export const days = Array.from({ length: 60 }, (_, ago) => day - 59 + ago);

/** How the use of the disk of `orders` developed until `lastDay`. */
export interface Use {
  readonly nowGb: number;
  readonly gbPerDay?: number;
  readonly lastDay?: number;
  readonly samples?: number;
  /** Largest use of the last month; null: unknown. */
  readonly peakGb?: number | null;
}

export const historyOf = ({
  nowGb,
  gbPerDay = 0,
  lastDay = day,
  samples = 60,
  peakGb = nowGb,
}: Use): ProjectHistory => ({
  days,
  services: [
    {
      name: 'orders',
      lastDay: day,
      provisioned: [[days[0] ?? 0, 200 * gb]],
      used: days
        .filter((one) => one <= lastDay)
        .slice(-samples)
        .map((one): [number, number] => [one, Math.round((nowGb - gbPerDay * (lastDay - one)) * gb)]),
      measuredDay: lastDay,
      ...(peakGb !== null && { peakMb: peakGb * gb }),
    },
  ],
});

export const forecastsOf = (use: Use, diskMb: number | null): Forecasts =>
  makeForecasts({
    histories: new Map([['shop-prod', historyOf(use)]]),
    services: [{ project: 'shop-prod', name: 'orders', type: 'pg', plan: 'startup-4', diskMb }],
    planDiskMb,
    today: day,
  });

export interface Given extends Partial<PlanInput> {
  readonly service?: Partial<Service>;
  readonly snapshot?: Partial<Snapshot>;
  readonly use?: Use;
  readonly named?: boolean;
}

export const sizes: Partial<PlanInput> = {
  planCapMb: new Map([['pg/startup-4', 400 * gb]]),
  planStepMb: new Map([['pg/startup-4', 10 * gb]]),
};

export const reclaiming = aPolicy({ reclaim: { enabled: true } });

export const endpoints = [anEndpoint({ maximum: additional(200) })];
export const attached = { diskMb: 200 * gb, integrations: [{ id: 'integration-1', endpointId: 'endpoint-1' }] };

/** The plan of a reclaim of an autoscaled disk of 200 GB, of which 80 are the plan's own and 60 are used. */
export const planned = ({ service, snapshot, use = { nowGb: 60 }, named, ...given }: Given = {}) => {
  const one = aService({ ...attached, ...service });
  return planOf([aSnapshot({ services: [one], endpoints, alerts: [], ...snapshot })], {
    policy: reclaiming,
    reclaim: [named ? { project: 'shop-prod', service: 'orders' } : { project: '*', service: '*' }],
    forecasts: forecastsOf(use, one.diskMb),
    ...sizes,
    ...given,
  }).plan;
};

export const sizeAfter = (given: Given = {}): number | undefined => {
  const [change] = planned(given).changes;
  return change?.kind === 'resize-disk' ? change.toMb / gb : undefined;
};

export const reasonsOf = (given: Given): string[] => planned(given).findings.map(({ message }) => message);
