import { roomOf } from '../calls/order.ts';
import { surveyPace } from '../calls/shared.ts';
import { callsPerProject } from '../inventory/readings.ts';
import { monthHours, type PassInterval, passesOf } from './passes.ts';

/** Seconds of the tasks that read: their calls, and their waits for calls, which are billed. */

/** What reads in a deployment. */
export interface Readers extends PassInterval {
  /** Platform calls a minute of all functions together. */
  readonly callsPerMinute: number;
  /** Concurrent copies of `survey`. */
  readonly surveyCopies: number;
  /** Projects that one watch for new services checks; with more projects, watches rotate through them. */
  readonly watchedAtOnce: number;
}

/** Seconds of a survey of one project without waits: three calls and two reads; most records stay as they are. */
const projectSeconds = 0.42;
/** Seconds that a look waits for its turn beside a survey, with one call a minute: with more, calls become free more often. */
const lookWait = 1_350;
/** Seconds of one call of a look, with its part in the ledger of calls. */
const lookCallSeconds = 0.12;

/** Minutes that the calls of a pass over the projects take at the pace of surveys: the first minute's calls are free at once. */
const surveyMinutes = (projects: number, callsPerMinute: number): number =>
  Math.max(0, projects * callsPerProject - roomOf('survey', callsPerMinute)) / surveyPace(callsPerMinute);

/** Seconds of all copies of `survey` in one pass over the projects; waits for the platform's rate limit are billed. */
export const surveying = (projects: number, { callsPerMinute, surveyCopies }: Readers): number =>
  Math.max(projects * projectSeconds, Math.min(projects, surveyCopies) * surveyMinutes(projects, callsPerMinute) * 60);

/** Part of the time in which a pass reads. @param perPass projects that one pass reads */
export const surveyedPart = (perPass: number, deployment: Readers): number =>
  Math.min(1, (passesOf(deployment) * surveyMinutes(perPass, deployment.callsPerMinute)) / (monthHours * 60));

/**
 * Seconds of a look at the event logs. One that needs more calls than a survey leaves waits while a pass surveys.
 */
export const looking = (projects: number, perPass: number, deployment: Readers): number => {
  const { callsPerMinute, watchedAtOnce } = deployment;
  const calls = 1 + Math.min(projects, watchedAtOnce);
  const waits = calls > callsPerMinute - surveyPace(callsPerMinute);
  const waitSeconds = surveyedPart(perPass, deployment) * (lookWait / callsPerMinute);
  return calls * lookCallSeconds + (waits ? waitSeconds : 0);
};
