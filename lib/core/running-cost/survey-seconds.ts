import { roomOf } from '../calls/order.ts';
import { surveyPace } from '../calls/shared.ts';
import { callsPerProject } from '../inventory/readings.ts';
import { dailyPasses, monthHours, type PassInterval, passesOf } from './passes.ts';
import { continuationSeconds, continuations, leaves } from './waiting-surveys.ts';

/** Seconds of the tasks that read. */

/** What reads in a deployment. */
export interface Readers extends PassInterval {
  /** Platform calls a minute of all functions together. */
  readonly callsPerMinute: number;
  /** Tokens; each has an equal part of the calls a minute, and a ledger of its own. */
  readonly tokens: number;
  /** Concurrent copies of `survey`. */
  readonly surveyCopies: number;
  /** Projects that one watch for new services checks; with more projects, watches rotate through them. */
  readonly watchedAtOnce: number;
}

/** Seconds of a survey of one project without waits: three calls and two reads; most records stay as they are. */
const projectSeconds = 0.42;
/** Seconds of one call of a look, with its part in the ledger of calls. */
const lookCallSeconds = 0.12;

/** Seconds of a look that leaves everything to a pass. */
const idleLookSeconds = 0.15;

/** Minutes that the calls of a pass over the projects take at the pace of surveys: the first minute's calls are free at once. */
const surveyMinutes = (projects: number, callsPerMinute: number): number =>
  Math.max(0, projects * callsPerProject - roomOf('survey', callsPerMinute)) / surveyPace(callsPerMinute);

/** Seconds of all copies of `survey` in one pass over the projects. Copies that do not leave wait for the platform's rate limit. */
export const surveying = (projects: number, { callsPerMinute, tokens, surveyCopies }: Readers): number => {
  const seconds =
    projects * projectSeconds + continuations(projects, callsPerMinute) * continuationSeconds(callsPerMinute, tokens);
  if (leaves(callsPerMinute)) return seconds;
  return Math.max(seconds, Math.min(projects, surveyCopies) * surveyMinutes(projects, callsPerMinute) * 60);
};

/** Part of the time in which a pass reads. @param perPass projects that one pass reads */
const surveyedPart = (perPass: number, deployment: Readers): number =>
  Math.min(1, (passesOf(deployment) * surveyMinutes(perPass, deployment.callsPerMinute)) / (monthHours * 60));

/** Passes a month that read: the daily one leaves it to an hourly one that reads. @param perPass projects that one pass reads */
export const readingPasses = (perPass: number, deployment: Readers): number =>
  passesOf(deployment) - dailyPasses * surveyedPart(perPass, deployment);

/** Part of the looks that read nothing, because they cannot read all logs at once and a pass reads. */
export const idlePart = (projects: number, perPass: number, deployment: Readers): number =>
  projects > deployment.watchedAtOnce ? surveyedPart(perPass, deployment) : 0;

/** Seconds of a look at the event logs on average. */
export const looking = (projects: number, perPass: number, deployment: Readers): number => {
  const calls = 1 + Math.min(projects, deployment.watchedAtOnce);
  const idle = idlePart(projects, perPass, deployment);
  return idle * idleLookSeconds + (1 - idle) * calls * lookCallSeconds;
};
