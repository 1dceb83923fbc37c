import { dayMs, hourMs, minuteMs } from '../../../core/model/durations.ts';
import { usedPercentsOf } from '../../autoscaler/usage.ts';
import type { PlatformState, Service } from '../../state/state.ts';
import { nodesOf } from './records.ts';

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
export const periodNames = Object.keys(periods) as [Period, ...Period[]];

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
export const metricsOf = (state: PlatformState, service: Service, period: Period, nowMs: number) => {
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
