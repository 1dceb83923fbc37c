import { minuteMs } from '../model/durations.ts';
import type { ProjectFacts } from '../model/model.ts';

/** A reading from before the run. */
export interface OlderReading {
  /** ISO 8601, UTC. */
  readonly readAt: string;
  /** Its age at the start of the run. */
  readonly minutes: number;
}

/** A project without a reading of this run. */
export interface UnreadFacts {
  readonly project: ProjectFacts;
  /** Its last reading, which counts in budgets; absent if there is none. */
  readonly last?: OlderReading;
}

/** The reading of a project if it is older than the run; undefined otherwise. */
export const olderReading = (readAt: string | undefined, startedAt: string): OlderReading | undefined =>
  readAt === undefined || readAt >= startedAt
    ? undefined
    : { readAt, minutes: Math.floor((Date.parse(startedAt) - Date.parse(readAt)) / minuteMs) };
