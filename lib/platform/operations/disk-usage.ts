import * as z from 'zod';
import { dayMs, hourMs, minuteMs } from '../../core/model/durations.ts';
import { serviceOf } from '../autoscaler/transitions.ts';
import { usedPercentsOf } from '../autoscaler/usage.ts';
import type { PlatformState, Service } from '../state/state.ts';
import { alertsOf, alertsOfProject } from './answers/alerts.ts';
import { nodesOf } from './answers/records.ts';
import { type Operation, operation, operationWithBody } from './operation.ts';

/** Metrics of a service in the Google-chart form of pf 2.7; values. */

/** Length and granularity of each period (pf 2.7). */
const periods = {
  hour: { lengthMs: hourMs, everyMs: 30_000 },
  day: { lengthMs: dayMs, everyMs: 5 * minuteMs },
  week: { lengthMs: 7 * dayMs, everyMs: 30 * minuteMs },
  month: { lengthMs: 30 * dayMs, everyMs: 3 * hourMs },
  year: { lengthMs: 365 * dayMs, everyMs: dayMs },
} as const;

type Period = keyof typeof periods;
const periodNames = Object.keys(periods) as [Period, ...Period[]];

const rounded = (value: number): number => Number(value.toFixed(4));

/** `Date(2026,6,22,10,0,0)`: months count from 0, as in JavaScript. */
const chartTime = (ms: number): string => {
  const date = new Date(ms);
  const parts = [
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ];
  return `Date(${parts.join(',')})`;
};

/** Sample times of a period that ends now, none before the creation of the service. */
const momentsOf = (period: Period, service: Service, nowMs: number): number[] => {
  const { lengthMs, everyMs } = periods[period];
  const fromMs = Math.max(nowMs - lengthMs + 1, service.createdMs);
  const moments: number[] = [];
  for (let atMs = Math.ceil(fromMs / everyMs) * everyMs; atMs <= nowMs; atMs += everyMs) moments.push(atMs);
  return moments;
};

/** The use of the disk, of all groups of metrics alone; the first row repeats the columns, as on the live platform. */
const metricsOf = (state: PlatformState, service: Service, period: Period, nowMs: number) => {
  const nodes = nodesOf(state, service);
  const cols = [
    { label: 'time', type: 'date' },
    ...nodes.map(({ name, role }) => ({ label: `${name} (${role})`, type: 'number' })),
  ];
  const percentAt = usedPercentsOf(service);
  const rows = momentsOf(period, service, nowMs).map((atMs) => {
    const percent = rounded(percentAt(atMs));
    return [chartTime(atMs), ...nodes.map(() => percent)];
  });
  return { disk_usage: { data: { cols, rows: [cols, ...rows] }, hints: { title: 'Disk space usage %' } } };
};

/** Metrics and alerts of services (pf 2.6, 2.7). */

/** ServiceMetricsFetch; other members, such as topic names, are ignored. */
const metricsFetch = z.object({ period: z.enum(periodNames).default('hour') });

const ofService = '/project/:project/service/:service';

export const metricsOperations: readonly Operation[] = [
  operationWithBody(
    'ServiceMetricsFetch',
    `POST ${ofService}/metrics`,
    metricsFetch,
    ({ state, project, params, body, nowMs }) => ({
      metrics: metricsOf(state, serviceOf(project, params.service), body.period, nowMs),
    }),
    { isRead: true },
  ),

  operation('ProjectAlertsList', 'GET /project/:project/alerts', ({ project, nowMs }) => ({
    alerts: alertsOfProject(project, nowMs),
  })),

  operation('ServiceAlertsList', `GET ${ofService}/alerts`, ({ project, params, nowMs }) => ({
    alerts: alertsOf(project, serviceOf(project, params.service), nowMs),
  })),
];
