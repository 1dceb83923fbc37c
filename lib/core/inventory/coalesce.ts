import { hourMs, minuteMs } from '../model/durations.ts';

/** A run that reads the organization and has not planned yet. */
export interface Reader {
  readonly runId: string;
  /** The requester: name of a schedule, a command or an event. */
  readonly by: string;
  /** ISO 8601, UTC. */
  readonly since: string;
  /** Whether it covers the whole organization and applies its policy without an approval. */
  readonly isPass: boolean;
  /** Whether it is the daily pass, which may read more than the others. */
  readonly isDaily: boolean;
  /** Projects that it reads at most; null means all. */
  readonly reads: number | null;
  /** Digest of its policy document. */
  readonly policy: string;
  /** The one pass that ended because this run does its work. */
  readonly coalesced?: string;
}

/** Time-out of the workflow: an older reader has ended, whatever it noted. */
const longestRunMs = 6 * hourMs;

export const isReading = ({ since }: Reader, nowMs: number): boolean =>
  Math.abs(nowMs - Date.parse(since)) < longestRunMs;

/**
 * The run that does the work of a new scheduled pass: it reads at least as much under the same policy and has not planned yet. Only
 * the daily pass does the work of the daily pass. A reader does the work of one other pass at most, so that one that died
 * without a report costs one pass and no more (scale §4).
 * @param self the new run, as the other readers would see it
 */
export const readerInstead = (readers: readonly Reader[], self: Reader, nowMs: number): Reader | undefined => {
  if (!self.isPass) return undefined;
  return readers.find(
    (other) =>
      other.runId !== self.runId &&
      other.isPass &&
      isReading(other, nowMs) &&
      other.policy === self.policy &&
      (other.reads ?? Number.POSITIVE_INFINITY) >= (self.reads ?? Number.POSITIVE_INFINITY) &&
      (other.isDaily || !self.isDaily) &&
      (other.coalesced ?? self.runId) === self.runId,
  );
};

/**
 * Whether the daily pass leaves the reading to an hourly pass that reads at the same time: where a pass takes long, two of
 * them would read most projects twice, late, and make the next one end as coalesced.
 * @param everyMinutes minutes between two passes: an older reader may be dead
 */
export const leavesReading = (
  readers: readonly Reader[],
  self: Pick<Reader, 'runId' | 'isDaily'>,
  everyMinutes: number,
  nowMs: number,
): boolean =>
  self.isDaily &&
  readers.some(
    ({ runId, isPass, since }) =>
      isPass && runId !== self.runId && Math.abs(nowMs - Date.parse(since)) < everyMinutes * minuteMs,
  );
