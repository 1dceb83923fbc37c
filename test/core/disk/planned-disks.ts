import { makeForecasts } from '../../../lib/core/forecast/forecasts.ts';
import type { ServiceHistory } from '../../../lib/core/forecast/project-history.ts';
import type { DiskAlert, Service, Snapshot } from '../../../lib/core/model/model.ts';
import type { Policy } from '../../../lib/core/model/policy-document.ts';
import type { PlanInput } from '../../../lib/core/plan/plan-input.ts';
import { at, snapshotWith } from '../one-service.ts';
import { aPolicy, enableAll, planDiskMb, planOf } from '../organization.ts';

export const gb = 1024;
export const day = 22_080;
/** 80 GB of the plan `startup-4`, which allows 400 GB. */
export const planCapMb = new Map([['pg/startup-4', 400 * gb]]);

/** Two weeks of measurements up to today; the disk grows by `perDay` GB a day to `usedGb`. */
export const measured = (usedGb: number, perDay = 0, sizeGb = 400): ServiceHistory => {
  const days = Array.from({ length: 20 }, (_, place) => day - 19 + place);
  return {
    name: 'orders',
    lastDay: day,
    provisioned: [[day - 19, sizeGb * gb]],
    used: days.map((on) => [on, (usedGb - (day - on) * perDay) * gb]),
    measuredDay: day,
  };
};

export interface Given extends Partial<Omit<PlanInput, 'policy'>> {
  readonly history?: ServiceHistory;
  readonly alerts?: readonly DiskAlert[];
  readonly policy?: Parameters<typeof aPolicy>[0];
}

export const read = '2030-06-15T12:00:00.000Z';

export const planned = (snapshot: Snapshot, { history, alerts, policy, ...more }: Given = {}) => {
  const days = Array.from({ length: 20 }, (_, place) => day - 19 + place);
  const histories = new Map([['shop-prod', { days, services: history === undefined ? [] : [history] }]]);
  const forecasts = makeForecasts({ histories, services: [], planDiskMb, planCapMb, today: day });
  const { plan } = planOf([{ ...snapshot, alerts, readAt: read }], {
    forecasts,
    planCapMb,
    policy: aPolicy({ rules: [enableAll(500)], ...policy }),
    ...more,
  });
  return plan;
};

export const codesOfDisks = [
  'disk-full',
  'disk-fills-up',
  'autoscaler-stuck',
  'maintenance-pending',
  'plan-limit-reached',
  'plan-limit-below-maximum',
  'maximum-reached',
];
export const found = (snapshot: Snapshot, given: Given = {}) =>
  planned(snapshot, given).findings.filter(({ code }) => codesOfDisks.includes(code));
export const codes = (...of: Parameters<typeof found>) => found(...of).map(({ code }) => code);
export const message = (code: string, ...of: Parameters<typeof found>) =>
  found(...of).find((one) => one.code === code)?.message;

export const disk = (sizeGb: number, more: Partial<Service> = {}) => ({ diskMb: sizeGb * gb, ...more });
export const withAutoscaler = (sizeGb: number, maximumGb: number, more: Partial<Service> = {}) =>
  snapshotWith([at('e1', maximumGb)], ['e1'], disk(sizeGb, more));
export const withoutAutoscaler = (sizeGb: number, more: Partial<Service> = {}) =>
  snapshotWith([], [], disk(sizeGb, more));
export const alertFor = (minutes: number | null, isCritical = false): DiskAlert[] => [
  {
    service: 'orders',
    isCritical,
    since: minutes === null ? null : new Date(Date.parse(read) - minutes * 60_000).toISOString(),
  },
];
export const enforced: Partial<Policy> = { mode: 'enforce', rules: [enableAll(500)] };
export const off = { rules: [{ name: 'none', match: { project: ['*'] }, effect: 'disable' }] } as const;
