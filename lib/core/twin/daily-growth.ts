import { dayOf } from '../forecast/project-history.ts';
import { dayMs, hourMs } from '../model/durations.ts';

/** Use of a disk at a moment. */
export interface UsePoint {
  /** Milliseconds since 1970, UTC. */
  readonly timeMs: number;
  readonly gb: number;
  /** A full disk hides how much the service would have written. */
  readonly isFull: boolean;
}

/** A size that a disk had from one moment on. */
export interface DiskSize {
  /** Milliseconds since 1970; the size counts from then until the next one. */
  readonly fromMs: number;
  readonly mb: number;
}

/** Growth on one day, from midnight to midnight UTC. */
export interface DayGrowth {
  /** Days since 1970, UTC. */
  readonly day: number;
  /** Use when the day began. */
  readonly beforeGb: number;
  /** Negative where data was deleted. */
  readonly gb: number;
}

/** What a series of measurements shows of its growth. */
export interface DailyGrowth {
  /** Days with a measurement. */
  readonly days: number;
  /** Of them, days on which the disk was full at some time. */
  readonly fullDays: number;
  /** Days whose growth is known, in order. A day that touches a full disk is not one of them. */
  readonly growth: readonly DayGrowth[];
}

/** Measurements further apart say little about the midnight between them. */
const longestGapMs = 36 * hourMs;

/** Points on either side of each moment, which are asked for in order. */
const neighboursIn = (points: readonly UsePoint[]) => {
  let next = 0;
  return (atMs: number): readonly [UsePoint, UsePoint] | undefined => {
    while (next < points.length && (points[next]?.timeMs ?? 0) < atMs) next += 1;
    const later = points[next];
    if (later === undefined) return undefined;
    if (later.timeMs === atMs) return [later, later];
    const earlier = points[next - 1];
    return earlier === undefined ? undefined : [earlier, later];
  };
};

/** Use at a moment between two measurements; undefined where they are too far apart or the disk was full. */
const useAt = (atMs: number, pair: readonly [UsePoint, UsePoint] | undefined): number | undefined => {
  if (pair === undefined) return undefined;
  const [earlier, later] = pair;
  const gapMs = later.timeMs - earlier.timeMs;
  if (earlier.isFull || later.isFull || gapMs > longestGapMs) return undefined;
  return gapMs === 0 ? later.gb : earlier.gb + ((later.gb - earlier.gb) * (atMs - earlier.timeMs)) / gapMs;
};

/** Use at some moments, in order; undefined where it is not known. */
export const usesAt = (points: readonly UsePoint[], moments: readonly number[]): (number | undefined)[] => {
  const neighbours = neighboursIn(points);
  return moments.map((atMs) => useAt(atMs, neighbours(atMs)));
};

/** Growth by day. @param points oldest first */
export const dailyGrowth = (points: readonly UsePoint[]): DailyGrowth => {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return { days: 0, fullDays: 0, growth: [] };
  const full = new Set(points.filter(({ isFull }) => isFull).map(({ timeMs }) => dayOf(timeMs)));
  const from = dayOf(first.timeMs);
  const days = Array.from({ length: dayOf(last.timeMs) - from + 2 }, (_, index) => from + index);
  const uses = usesAt(
    points,
    days.map((day) => day * dayMs),
  );
  const growth = days.flatMap((day, index): DayGrowth[] => {
    const [before, after] = [uses[index], uses[index + 1]];
    if (before === undefined || after === undefined || full.has(day)) return [];
    return [{ day, beforeGb: before, gb: after - before }];
  });
  return { days: new Set(points.map(({ timeMs }) => dayOf(timeMs))).size, fullDays: full.size, growth };
};
