import * as z from 'zod';

/**
 * Metrics are chart tables: columns, then rows of a time and one number per node; the first row repeats the
 * columns (platform-facts §2.7). Reading is tolerant: it skips rows without numbers and values that are not
 * percentages.
 */

/** One reading: the fullest node at a moment. */
export interface Reading {
  /** Milliseconds since 1970, UTC. */
  readonly timeMs: number;
  /** Used share of the disk in percent, the highest of all nodes. */
  readonly percent: number;
}

const group = z.object({ data: z.object({ rows: z.array(z.array(z.unknown())) }) });

/** The disk usage in the answer to POST /v1/project/{project}/service/{service}/metrics. */
export const metrics = z.object({ metrics: z.object({ disk_usage: group.nullish() }) });

/** Groups of metrics that Headroom reads. */
export const readMetricGroups: readonly string[] = Object.keys(metrics.shape.metrics.shape);

const asNumbers = (text: string): number[] => text.split(',').map(Number);

/** `Date(2026,6,22,10,0,0)` with months from 0, or ISO 8601; both UTC. Undefined for anything else. */
const timeOf = (cell: unknown): number | undefined => {
  if (typeof cell !== 'string') return undefined;
  const parts = /^Date\((\d{4}(?:\s*,\s*\d{1,3}){2,6})\)$/.exec(cell.trim())?.[1];
  if (parts !== undefined) {
    const [year = 0, month = 0, ...rest] = asNumbers(parts);
    return Date.UTC(year, month, ...rest);
  }
  if (!/^\d{4}-\d{2}-\d{2}/.test(cell)) return undefined;
  // Without a zone, Date.parse would assume the time zone of this machine.
  const hasZone = !cell.includes('T') || /(?:Z|[+-]\d{2}:?\d{2})$/i.test(cell);
  const ms = Date.parse(hasZone ? cell : `${cell}Z`);
  return Number.isNaN(ms) ? undefined : ms;
};

const readingOf = ([time, ...nodes]: readonly unknown[]): Reading[] => {
  const timeMs = timeOf(time);
  const percents = nodes.filter((node): node is number => typeof node === 'number' && node >= 0 && node <= 100);
  return timeMs === undefined || percents.length === 0 ? [] : [{ timeMs, percent: Math.max(...percents) }];
};

/** Disk usage readings, oldest first; empty if the platform has none. */
export const diskReadings = (answer: z.infer<typeof metrics>): Reading[] =>
  (answer.metrics.disk_usage?.data.rows ?? []).flatMap(readingOf).sort((a, b) => a.timeMs - b.timeMs);
