import { minutesBetween } from './schedule-expression.ts';
import type { Settings } from './settings.ts';

/** Calls that reading one project takes. */
const callsPerProject = 2;

/** Part of the calls between two passes that reading may use; events, writes and prices share the rest. */
const readingPart = 0.8;

/**
 * Projects that a scheduled pass can read before the next one begins (scale.md §1); undefined for a schedule without a
 * fixed interval, which then reads all.
 */
export const projectsPerPass = ({
  callsPerMinute,
  schedules,
}: Pick<Settings, 'callsPerMinute' | 'schedules'>): number | undefined => {
  const minutes = minutesBetween(schedules.reconcile);
  if (minutes === undefined) return undefined;
  return Math.max(1, Math.floor((callsPerMinute * minutes * readingPart) / callsPerProject));
};

/** Part of the calls a minute that one look for new services uses, so that it hardly delays the surveys beside it. */
const partOfMinute = 0.2;

/** Projects that one look for new services checks: one call lists the projects, and each project takes one more. */
export const projectsPerLook = (callsPerMinute: number): number =>
  Math.max(1, Math.floor(callsPerMinute * partOfMinute) - 1);
