import { surveyPace } from '../core/calls/shared.ts';
import { type PassPlan, promisedMinutes, reservedForOldest } from '../core/inventory/due.ts';
import { callsPerProject, wantedMinutes } from '../core/inventory/readings.ts';
import { inWords, minuteMs } from '../core/model/durations.ts';
import { newServiceMinutes, type WatchSchedule } from '../core/new-services/served-within.ts';
import { minutesBetween, pauseOf } from './schedule-expression.ts';
import type { Settings } from './settings.ts';

/** The settings on which passes depend. */
interface PassSettings extends Pick<Settings, 'callsPerMinute'> {
  readonly schedules: Pick<Settings['schedules'], 'reconcile'>;
}

/** The setting on which looks for new services depend. */
interface WatchSettings {
  readonly schedules: Pick<Settings['schedules'], 'watch'>;
}

/**
 * Part of the time between two passes that reading may take at the pace of surveys. A pass that took all of it would still
 * be reading when the next one comes, and both would read the same: the next one may come a tenth of the interval
 * early, and surveys share the calls with looks, lookups and writes.
 */
const readingPart = 0.85;

/**
 * Projects that a scheduled pass can read before the next one begins (scale §1); undefined for a schedule without a
 * fixed interval, which then reads all.
 */
export const projectsPerPass = (settings: PassSettings): number | undefined => {
  const minutes = minutesBetween(settings.schedules.reconcile);
  if (minutes === undefined) return undefined;
  return Math.max(1, Math.floor((surveyPace(settings.callsPerMinute) * minutes * readingPart) / callsPerProject));
};

/** Calls of the first measurement of a disk: its use now, and the past year. */
const callsPerDisk = 2;

/** Disks whose use a scheduled pass measures at most: a minute of its calls, because the run for a new service may wait for them. */
export const measurementsPerPass = ({ callsPerMinute }: Pick<PassSettings, 'callsPerMinute'>): number =>
  Math.max(1, Math.floor(surveyPace(callsPerMinute) / callsPerDisk));

/** Part of the calls a minute that one look for new services uses at once: it never waits for the limit, which would be billed. */
const partOfMinute = 0.8;

/** Projects that one look for new services checks: one call lists the projects, and each project takes one more. */
export const projectsPerLook = (callsPerMinute: number): number =>
  Math.max(1, Math.floor(callsPerMinute * partOfMinute) - 1);

/** Minutes between two passes; for `cron(…)`, whose interval varies, the longest sensible one. */
export const passMinutes = ({ reconcile }: Pick<Settings['schedules'], 'reconcile'>): number =>
  minutesBetween(reconcile) ?? pauseOf(reconcile).hours * 60;

const passOf = (projects: number, settings: PassSettings): PassPlan => ({
  projects,
  perPass: projectsPerPass(settings) ?? projects,
  minutesBetween: passMinutes(settings.schedules),
});

/** The age in minutes that no reading exceeds while every pass takes place. */
const promiseOf = (projects: number, settings: PassSettings): number =>
  promisedMinutes(passOf(projects, settings)) ?? passMinutes(settings.schedules);

/** Looks for new services under these settings; undefined for a schedule without a fixed interval. */
export const looksOf = (settings: Omit<PassSettings, 'schedules'> & WatchSettings): WatchSchedule | undefined => {
  const everyMinutes = minutesBetween(settings.schedules.watch);
  return everyMinutes === undefined ? undefined : { projects: projectsPerLook(settings.callsPerMinute), everyMinutes };
};

/** The minutes within which a new service that no pipeline announces gets its autoscaler under these settings. */
export const discoveryMinutes = (projects: number, settings: PassSettings & WatchSettings): number =>
  newServiceMinutes(passOf(projects, settings), looksOf(settings), promiseOf(projects, settings));

/** How soon new services are protected under these settings, for people who do not say how many projects they have. */
export const discoveryText = (settings: PassSettings & WatchSettings): string => {
  const few = projectsPerLook(settings.callsPerMinute);
  const within = (projects: number) => `within ${inWords(discoveryMinutes(projects, settings) * minuteMs)} in`;
  return `A new service that no pipeline announces has its autoscaler ${within(few)} up to ${few} projects, ${within(few + 1)} ${few + 1}.`;
};

/** The largest organization of which every reading stays younger than a day; 0 if passes are too rare for any. */
export const mostProjectsWithinADay = (settings: PassSettings): number => {
  const passesADay = Math.floor(wantedMinutes / passMinutes(settings.schedules)) - 1;
  if (passesADay < 1) return 0;
  const perPass = projectsPerPass(settings);
  return perPass === undefined ? Number.POSITIVE_INFINITY : reservedForOldest(perPass) * passesADay;
};
