import { dayMs, hourMs, minuteMs } from '../../../core/model/durations.ts';
import { usedPercentAt } from '../../autoscaler/usage.ts';
import { fractionOf } from '../../state/random.ts';
import type { PlatformState, Service } from '../../state/state.ts';
import { nodesOf } from './records.ts';

/** Metrics of a service in the Google-chart form of platform-facts §2.7; values. */

/** Length and granularity of each period (platform-facts §2.7). */
const periods = {
  hour: { lengthMs: hourMs, everyMs: 30_000 },
  day: { lengthMs: dayMs, everyMs: 5 * minuteMs },
  week: { lengthMs: 7 * dayMs, everyMs: 30 * minuteMs },
  month: { lengthMs: 30 * dayMs, everyMs: 3 * hourMs },
  year: { lengthMs: 365 * dayMs, everyMs: dayMs },
} as const;

export type Period = keyof typeof periods;
export const periodNames = Object.keys(periods) as [Period, ...Period[]];

interface Group {
  readonly title: string;
  readonly valueAt: (state: PlatformState, service: Service, node: string, atMs: number) => number;
}

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

/** A daily wave with noise around a level per node; the same seed gives the same values. */
const wave =
  (name: string, level: number, decimals: number): Group['valueAt'] =>
  (state, { state: serviceState }, node, atMs) => {
    if (serviceState === 'POWEROFF') return 0;
    const nodeFactor = 0.5 + fractionOf(state.seed, `${name} ${node}`, 0);
    const daily = 1 + 0.4 * Math.sin((2 * Math.PI * (atMs % dayMs)) / dayMs);
    const noise = 0.9 + 0.2 * fractionOf(state.seed, `${name} ${node}`, Math.floor(atMs / 30_000));
    return rounded(level * nodeFactor * daily * noise, decimals);
  };

const groups: Readonly<Record<string, Group>> = {
  cpu_usage: { title: 'CPU usage %', valueAt: wave('cpu_usage', 25, 2) },
  disk_usage: {
    title: 'Disk space usage %',
    valueAt: (_state, service, _node, atMs) => rounded(usedPercentAt(service, atMs), 4),
  },
  disk_ioread: { title: 'Disk iops (reads)', valueAt: wave('disk_ioread', 40, 1) },
  disk_iowrites: { title: 'Disk iops (writes)', valueAt: wave('disk_iowrites', 60, 1) },
  load_average: { title: 'Load average', valueAt: wave('load_average', 0.6, 2) },
  mem_usage: { title: 'Memory usage %', valueAt: wave('mem_usage', 40, 2) },
  net_receive: { title: 'Network receive (bytes/s)', valueAt: wave('net_receive', 200_000, 0) },
  net_send: { title: 'Network transmit (bytes/s)', valueAt: wave('net_send', 300_000, 0) },
};

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

/** Every group of metrics; the first row repeats the columns, as on the live platform. */
export const metricsOf = (state: PlatformState, service: Service, period: Period, nowMs: number) => {
  const nodes = nodesOf(state, service);
  const cols = [
    { label: 'time', type: 'date' },
    ...nodes.map(({ name, role }) => ({ label: `${name} (${role})`, type: 'number' })),
  ];
  const moments = momentsOf(period, service, nowMs).map((atMs) => ({ atMs, time: chartTime(atMs) }));
  return Object.fromEntries(
    Object.entries(groups).map(([name, { title, valueAt }]) => {
      const rows = moments.map(({ atMs, time }) => [
        time,
        ...nodes.map((node) => valueAt(state, service, node.name, atMs)),
      ]);
      return [name, { data: { cols, rows: [cols, ...rows] }, hints: { title } }];
    }),
  );
};
