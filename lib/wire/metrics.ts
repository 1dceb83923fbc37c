import * as z from 'zod';
import type { DiskReading } from '../core/forecast/peak-use.ts';
import { utcMs } from './utc-time.ts';

/**
 * Metrics are chart tables: columns, then rows of a time and one number per node; the first row repeats the
 * columns (pf 2.7). Reading is tolerant: it skips rows without numbers and values that are not
 * percentages.
 */

const group = z.object({ data: z.object({ rows: z.array(z.array(z.unknown())) }) });

/** The disk usage in the answer to POST /v1/project/{project}/service/{service}/metrics. */
export const metrics = z.object({ metrics: z.object({ disk_usage: group.nullish() }) });

const asNumbers = (text: string): number[] => text.split(',').map(Number);

/** `Date(2026,6,22,10,0,0)` with months from 0, or ISO 8601; both UTC. Undefined for anything else. */
const readTime = (cell: string): number | undefined => {
  const parts = /^Date\((\d{4}(?:\s*,\s*\d{1,3}){2,6})\)$/.exec(cell.trim())?.[1];
  if (parts !== undefined) {
    const [year = 0, month = 0, ...rest] = asNumbers(parts);
    return Date.UTC(year, month, ...rest);
  }
  if (!/^\d{4}-\d{2}-\d{2}/.test(cell)) return undefined;
  const ms = utcMs(cell);
  return Number.isNaN(ms) ? undefined : ms;
};

/** Times that were read: the metrics of all services have the same ones, as many as a few answers have rows. */
const times = new Map<string, number | undefined>();
const mostTimes = 2_000;

const timeOf = (cell: unknown): number | undefined => {
  if (typeof cell !== 'string') return undefined;
  const earlier = times.get(cell);
  if (earlier !== undefined) return earlier;
  const timeMs = readTime(cell);
  if (times.size >= mostTimes) times.clear();
  times.set(cell, timeMs);
  return timeMs;
};

/** The highest percentage of a row; undefined if it has none. */
const percentOf = (row: readonly unknown[]): number | undefined => {
  let most: number | undefined;
  for (let index = 1; index < row.length; index += 1) {
    const node = row[index];
    if (typeof node === 'number' && node >= 0 && node <= 100 && (most === undefined || node > most)) most = node;
  }
  return most;
};

/** Disk usage readings, oldest first; empty if the platform has none. */
export const diskReadings = (answer: z.infer<typeof metrics>): DiskReading[] => {
  const readings: DiskReading[] = [];
  for (const row of answer.metrics.disk_usage?.data.rows ?? []) {
    const percent = percentOf(row);
    const timeMs = percent === undefined ? undefined : timeOf(row[0]);
    if (percent !== undefined && timeMs !== undefined) readings.push({ timeMs, percent });
  }
  return readings.sort((a, b) => a.timeMs - b.timeMs);
};
