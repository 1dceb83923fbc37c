import { answeredPrice, priceKeyText } from '../../../lib/core/budget/service-price.ts';
import { makeForecasts } from '../../../lib/core/forecast/forecasts.ts';
import type { Service, Snapshot } from '../../../lib/core/model/model.ts';
import type { Preparation } from '../../../lib/core/model/policy-document.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import { additional, anEndpoint, aPolicy, aService, aSnapshot, planDiskMb, planOf } from '../organization.ts';

export const gb = 1024;
export const day = 22_080;

export const sale: Preparation = {
  name: 'sale',
  match: { project: ['shop-*'] },
  before: '2030-06-20',
  beforeMs: Date.parse('2030-06-20'),
  leadDays: 7,
  room: { gb: 100 },
};

export interface Given extends Partial<PlanInput> {
  readonly service?: Partial<Service>;
  readonly snapshot?: Partial<Snapshot>;
  readonly entries?: readonly Preparation[];
  /** GB in use; null: never measured. */
  readonly usedGb?: number | null;
  readonly measuredDaysAgo?: number;
  readonly maximumGb?: number;
  readonly named?: boolean;
}

export const forecastsOf = (diskMb: number, usedGb: number, daysAgo: number) =>
  makeForecasts({
    histories: new Map([
      [
        'shop-prod',
        {
          days: [day],
          services: [
            {
              name: 'orders',
              lastDay: day,
              provisioned: [[day, diskMb]],
              used: [[day - daysAgo, usedGb * gb]],
              measuredDay: day - daysAgo,
            },
          ],
        },
      ],
    ]),
    services: [{ project: 'shop-prod', name: 'orders', type: 'pg', plan: 'startup-4', diskMb }],
    planDiskMb,
    today: day,
  });

/** That the platform gives no price, so that the policy's own counts. */
export const prices: PlanInput['prices'] = new Map([
  [priceKeyText({ serviceType: 'pg', plan: 'startup-4', cloud: 'aws-eu-west-1' }), answeredPrice(null)],
]);

export const budget = (monthly: string) => ({
  name: 'shop',
  match: { project: ['*'] },
  monthly,
  basis: 'run-rate' as const,
  deadBandGb: 0,
  warnPercent: 0,
});

/** The plan of a preparation of an autoscaled disk of 100 GB on a plan of 80 with steps of 10, of which 60 are used. */
export const planned = ({
  service,
  snapshot,
  entries = [sale],
  usedGb = 60,
  measuredDaysAgo = 0,
  maximumGb = 300,
  named,
  ...given
}: Given = {}) => {
  const attached = { diskMb: 100 * gb, integrations: [{ id: 'integration-1', endpointId: 'endpoint-1' }] };
  const one = aService({ ...attached, ...service });
  const endpoints = [anEndpoint({ maximum: additional(maximumGb) })];
  return planOf([aSnapshot({ services: [one], endpoints, alerts: [], ...snapshot })], {
    policy: aPolicy({ prepare: entries }),
    prepare: [named ? { project: 'shop-prod', service: 'orders' } : { project: '*', service: '*' }],
    forecasts: usedGb === null ? undefined : forecastsOf(one.diskMb ?? 0, usedGb, measuredDaysAgo),
    planCapMb: new Map([['pg/startup-4', 400 * gb]]),
    planStepMb: new Map([['pg/startup-4', 10 * gb]]),
    ...given,
  });
};

export const sizeAfter = (given: Given = {}): number | undefined => {
  const [change] = planned(given).plan.changes;
  return change?.kind === 'resize-disk' ? change.toMb / gb : undefined;
};

export const reasonsOf = (given: Given): string[] => planned(given).plan.findings.map(({ message }) => message);
