import type { Sample } from './growth.ts';

/** A week contains each weekday once; two days show a change of pace while there is still time. */
const paceDays = [7, 2] as const;

/** Rise a day since the last sample that is at least so many days older than the newest one; in a shorter history since the first. */
const riseSince = (samples: readonly Sample[], last: Sample, days: number): number => {
  const from = samples.findLast(({ day }) => day <= last.day - days) ?? samples[0] ?? last;
  return from.day === last.day ? 0 : (last.gb - from.gb) / (last.day - from.day);
};

/**
 * The plain pace of a disk in GB a day: the larger of its last seven and its last two days, never negative.
 * @param samples in order, at most one a day
 * @returns null for fewer than two samples
 */
export const paceOf = (samples: readonly Sample[]): number | null => {
  const last = samples.at(-1);
  if (last === undefined || samples.length < 2) return null;
  return Math.max(0, ...paceDays.map((days) => riseSince(samples, last, days)));
};
