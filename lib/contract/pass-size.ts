import { oldestPlaces, perPassFor, promisedMinutes } from '../core/inventory/due.ts';
import { wantedMinutes } from '../core/inventory/readings.ts';
import { minutesBetween } from './schedule-expression.ts';
import { pauseOf, type Settings, settingsSchema } from './settings.ts';

/** The settings on which passes depend. */
export interface PassSettings extends Pick<Settings, 'callsPerMinute'> {
  readonly schedules: Pick<Settings['schedules'], 'reconcile'>;
}

/** Calls that reading one project takes. */
const callsPerProject = 2;

/**
 * Part of the calls between two passes that reading may use; events, writes and prices share the rest. A pass that took all
 * the time would still be reading when the next one comes, which would then end as coalesced.
 */
const readingPart = 0.76;

/**
 * Projects that a scheduled pass can read before the next one begins (scale §1); undefined for a schedule without a
 * fixed interval, which then reads all.
 */
export const projectsPerPass = ({ callsPerMinute, schedules }: PassSettings): number | undefined => {
  const minutes = minutesBetween(schedules.reconcile);
  if (minutes === undefined) return undefined;
  return Math.max(1, Math.floor((callsPerMinute * minutes * readingPart) / callsPerProject));
};

/** Part of the calls a minute that one look for new services uses at once: it never waits for the limit, which would be billed. */
const partOfMinute = 0.8;

/** Projects that one look for new services checks: one call lists the projects, and each project takes one more. */
export const projectsPerLook = (callsPerMinute: number): number =>
  Math.max(1, Math.floor(callsPerMinute * partOfMinute) - 1);

/** Minutes between two passes; for `cron(…)`, whose interval varies, the longest sensible one. */
export const passMinutes = ({ reconcile }: Pick<Settings['schedules'], 'reconcile'>): number =>
  minutesBetween(reconcile) ?? pauseOf(reconcile).hours * 60;

export interface ReadingBound {
  /** The age in minutes that no reading exceeds while every pass takes place. */
  readonly minutes: number;
  /** The mend if that is more than a day; null otherwise. */
  readonly remedy: string | null;
}

/** What these settings promise for an organization of this many projects, and the setting to change if it is too little. */
export const readingBound = (projects: number, settings: PassSettings): ReadingBound => {
  const minutesApart = passMinutes(settings.schedules);
  const perPass = projectsPerPass(settings) ?? projects;
  const minutes = promisedMinutes({ projects, perPass, minutesBetween: minutesApart }) ?? minutesApart;
  if (minutes <= wantedMinutes) return { minutes, remedy: null };
  const passesADay = Math.floor(wantedMinutes / minutesApart) - 1;
  // Even a pass that reads everything comes too rarely.
  if (passesADay < 1) return { minutes, remedy: 'set schedules.reconcile to rate(12 hours) or less' };
  const perPassNeeded = perPassFor(Math.ceil(projects / passesADay));
  const calls = Math.ceil((perPassNeeded * callsPerProject) / (minutesApart * readingPart));
  return { minutes, remedy: `set callsPerMinute to ${calls} or more` };
};

/** The largest organization of which every reading stays younger than a day; 0 if passes are too rare for any. */
export const mostProjectsWithinADay = (settings: PassSettings): number => {
  const passesADay = Math.floor(wantedMinutes / passMinutes(settings.schedules)) - 1;
  if (passesADay < 1) return 0;
  const perPass = projectsPerPass(settings);
  return perPass === undefined ? Number.POSITIVE_INFINITY : oldestPlaces(perPass) * passesADay;
};

/** The schedules of a deployment that sets none. */
export const defaultSchedules = settingsSchema.shape.schedules.parse(undefined);
