import { everywhere, type Finding, findingAt } from '../model/decision.ts';
import { dayMs, inWords, minuteMs } from '../model/durations.ts';
import type { PlanReadings } from '../plan/plan-result.ts';

/** When a project was last read, ISO 8601, UTC. */
export interface ReadingTime {
  readonly project: string;
  readonly readAt: string;
}

/** Calls that reading one project takes: services, endpoints, alerts. */
export const callsPerProject = 3;

/** A reading is overdue past this multiple of the promised bound. */
const overdueTimes = 2;

/** The age above which the bound itself needs a person: budgets and thresholds move within a day. */
export const wantedMinutes = dayMs / minuteMs;

export const oldestOf = <T extends ReadingTime>(readings: readonly T[]): T | undefined =>
  readings.reduce<T | undefined>(
    (oldest, reading) => (oldest === undefined || reading.readAt < oldest.readAt ? reading : oldest),
    undefined,
  );

/** Whether a reading is older than twice the promised bound; never without a bound. */
export const isOverdue = (ageMs: number, promisedMinutes: number | null): boolean =>
  promisedMinutes !== null && ageMs > overdueTimes * promisedMinutes * minuteMs;

interface ReadingsInput {
  readonly readings: readonly ReadingTime[];
  /** Start of the run, ISO 8601, UTC. */
  readonly startedAt: string;
  readonly promisedMinutes: number | null;
  readonly notReadYet: number;
}

/** Summary of the readings of a plan; undefined if the run read every project itself. */
export const planReadings = (input: ReadingsInput): PlanReadings | undefined => {
  const { readings, startedAt, promisedMinutes, notReadYet } = input;
  const older = readings.filter(({ readAt }) => readAt < startedAt);
  const oldest = oldestOf(older);
  if (oldest === undefined) return undefined;
  return {
    projects: readings.length,
    olderThanRun: older.length,
    oldestMinutes: Math.floor((Date.parse(startedAt) - Date.parse(oldest.readAt)) / minuteMs),
    oldestProject: oldest.project,
    promisedMinutes,
    notReadYet,
  };
};

/** `600 of 1000 projects read before this run, the oldest (shop) 70 minutes ago; promised: 2 hours` */
export const readingsText = (readings: PlanReadings): string => {
  const { projects, olderThanRun, oldestMinutes, oldestProject, promisedMinutes, notReadYet } = readings;
  const oldest = `the oldest (${oldestProject}) ${inWords(oldestMinutes * minuteMs)} ago`;
  const promised = promisedMinutes === null ? '' : `; promised: ${inWords(promisedMinutes * minuteMs)}`;
  const late = promisedMinutes !== null && oldestMinutes > promisedMinutes ? ', which it exceeds' : '';
  const never = notReadYet === 0 ? '' : `; not read yet: ${notReadYet}`;
  return `${olderThanRun} of ${projects} projects read before this run, ${oldest}${promised}${late}${never}`;
};

/** One finding for all readings past twice the bound, with the oldest; none without a bound. */
export const readingsOld = ({ readings, startedAt, promisedMinutes }: ReadingsInput): readonly Finding[] => {
  const ageOf = ({ readAt }: ReadingTime) => Date.parse(startedAt) - Date.parse(readAt);
  const overdue = readings.filter((reading) => isOverdue(ageOf(reading), promisedMinutes));
  const oldest = oldestOf(overdue);
  if (oldest === undefined || promisedMinutes === null) return [];
  const count = overdue.length === 1 ? '1 reading is' : `${overdue.length} readings are`;
  const bound = inWords(promisedMinutes * minuteMs);
  const message = `${count} older than twice the promised ${bound}; the oldest is of project ${oldest.project}, ${inWords(ageOf(oldest))} old. The plan uses these readings; see 'headroom runbook readings-overdue'.`;
  return [findingAt(everywhere, 'readings-old', message)];
};
