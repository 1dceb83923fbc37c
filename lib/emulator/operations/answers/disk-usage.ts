import { dayMs, hourMs, minuteMs } from '../../../core/model/durations.ts';
import { usedPercentsOf } from '../../autoscaler/usage.ts';
import { fractionsOf } from '../../state/random.ts';
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

/** The value of a metric of one node at a moment. */
type Series = (atMs: number) => number;

interface Group {
  readonly title: string;
  /** Present if all nodes have the same values. */
  readonly isOfService?: true;
  readonly seriesOf: (state: PlatformState, service: Service, node: string) => Series;
}

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));

/** A daily wave with noise around a level per node; the same seed gives the same values. */
const wave =
  (name: string, level: number, decimals: number): Group['seriesOf'] =>
  (state, { state: serviceState }, node) => {
    if (serviceState === 'POWEROFF') return () => 0;
    const noiseOf = fractionsOf(state.seed, `${name} ${node}`);
    const nodeFactor = 0.5 + noiseOf(0);
    return (atMs) => {
      const daily = 1 + 0.4 * Math.sin((2 * Math.PI * (atMs % dayMs)) / dayMs);
      const noise = 0.9 + 0.2 * noiseOf(Math.floor(atMs / 30_000));
      return rounded(level * nodeFactor * daily * noise, decimals);
    };
  };

const diskUsage: Group['seriesOf'] = (_state, service) => {
  const percentAt = usedPercentsOf(service);
  return (atMs) => rounded(percentAt(atMs), 4);
};

const groups: Readonly<Record<string, Group>> = {
  cpu_usage: { title: 'CPU usage %', seriesOf: wave('cpu_usage', 25, 2) },
  disk_usage: { title: 'Disk space usage %', isOfService: true, seriesOf: diskUsage },
  disk_ioread: { title: 'Disk iops (reads)', seriesOf: wave('disk_ioread', 40, 1) },
  disk_iowrites: { title: 'Disk iops (writes)', seriesOf: wave('disk_iowrites', 60, 1) },
  load_average: { title: 'Load average', seriesOf: wave('load_average', 0.6, 2) },
  mem_usage: { title: 'Memory usage %', seriesOf: wave('mem_usage', 40, 2) },
  net_receive: { title: 'Network receive (bytes/s)', seriesOf: wave('net_receive', 200_000, 0) },
  net_send: { title: 'Network transmit (bytes/s)', seriesOf: wave('net_send', 300_000, 0) },
};

/** `Date(2026,6,22,10,0,0)`: months count from 0, as in JavaScript. */
const writtenTime = (ms: number): string => {
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

/** Times as they were written: the metrics of all services have the same ones. */
const times = new Map<number, string>();
const mostTimes = 2_000;

const chartTime = (ms: number): string => {
  const known = times.get(ms);
  if (known !== undefined) return known;
  const time = writtenTime(ms);
  if (times.size >= mostTimes) times.clear();
  times.set(ms, time);
  return time;
};

/** Values at a moment, one for each node. */
const valuesOf = (
  { isOfService, seriesOf }: Group,
  state: PlatformState,
  service: Service,
  nodes: readonly { readonly name: string }[],
) => {
  const series = nodes.map(({ name }) => seriesOf(state, service, name));
  const [first] = series;
  if (!isOfService || first === undefined) return (atMs: number) => series.map((valueAt) => valueAt(atMs));
  return (atMs: number) => {
    const value = first(atMs);
    return series.map(() => value);
  };
};

/** Sample times of a period that ends now, none before the creation of the service. */
const momentsOf = (period: Period, service: Service, nowMs: number): number[] => {
  const { lengthMs, everyMs } = periods[period];
  const fromMs = Math.max(nowMs - lengthMs + 1, service.createdMs);
  const moments: number[] = [];
  for (let atMs = Math.ceil(fromMs / everyMs) * everyMs; atMs <= nowMs; atMs += everyMs) moments.push(atMs);
  return moments;
};

/** Groups of metrics; the first row repeats the columns, as on the live platform. */
export const metricsOf = (state: PlatformState, service: Service, period: Period, nowMs: number) => {
  const nodes = nodesOf(state, service);
  const cols = [
    { label: 'time', type: 'date' },
    ...nodes.map(({ name, role }) => ({ label: `${name} (${role})`, type: 'number' })),
  ];
  const moments = momentsOf(period, service, nowMs).map((atMs) => ({ atMs, time: chartTime(atMs) }));
  const answered = Object.entries(groups).filter(([name]) => state.metricGroups?.includes(name) ?? true);
  return Object.fromEntries(
    answered.map(([name, group]) => {
      const valuesAt = valuesOf(group, state, service, nodes);
      const rows = moments.map(({ atMs, time }) => [time, ...valuesAt(atMs)]);
      return [name, { data: { cols, rows: [cols, ...rows] }, hints: { title: group.title } }];
    }),
  );
};
