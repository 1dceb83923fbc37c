import * as z from 'zod';

/**
 * Metrics come as tables for charts: columns, then rows of a time and one number a node, of which the first repeats the
 * columns (platform-facts §2.7). Read tolerantly: what is no row of numbers is passed over, and so is what is no percent.
 */

/** One reading: the busiest node at a moment. */
export interface Reading {
  /** Milliseconds since 1970, UTC. */
  readonly timeMs: number;
  /** Percent of the disk that is used, the highest of all nodes. */
  readonly percent: number;
}

const group = z.object({ data: z.object({ rows: z.array(z.array(z.unknown())) }) });

/** Answer to POST /v1/project/{project}/service/{service}/metrics, as far as disk usage goes. */
export const metrics = z.object({ metrics: z.object({ disk_usage: group.nullish() }) });

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
  // Without a zone it would be read as the zone of this machine.
  const hasZone = !cell.includes('T') || /(?:Z|[+-]\d{2}:?\d{2})$/i.test(cell);
  const ms = Date.parse(hasZone ? cell : `${cell}Z`);
  return Number.isNaN(ms) ? undefined : ms;
};

const readingOf = ([time, ...nodes]: readonly unknown[]): Reading[] => {
  const timeMs = timeOf(time);
  const percents = nodes.filter((node): node is number => typeof node === 'number' && node >= 0 && node <= 100);
  return timeMs === undefined || percents.length === 0 ? [] : [{ timeMs, percent: Math.max(...percents) }];
};

/** The readings of disk usage, oldest first; empty when the platform has none. */
export const diskReadings = (answer: z.infer<typeof metrics>): Reading[] =>
  (answer.metrics.disk_usage?.data.rows ?? []).flatMap(readingOf).sort((a, b) => a.timeMs - b.timeMs);
