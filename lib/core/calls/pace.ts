import { hourMs, minuteMs, secondMs } from '../model/durations.ts';

/** Pause after a 429 that requests no wait. */
const shortPauseMs = secondMs;

/** Longest pause that one answer can cause; the answer to the next call may extend it. */
export const longestPauseMs = hourMs;

/** Part of the configured calls a minute that the pace regains in each minute after a 429. */
const regainedPerMinute = 0.1;

/** What the platform's 429 answers ask for. */
export interface Pace {
  /** Milliseconds since 1970 before which no call starts; null before the first 429. */
  readonly closedUntilMs: number | null;
  /** Time of the answer that asked for it, by the clock of its worker; absent while none did. */
  readonly closedAtMs?: number | undefined;
  /** The last reduction of the pace; null if there was none. */
  readonly slowed: {
    readonly atMs: number;
    /** Calls a minute when calls start again. */
    readonly callsPerMinute: number;
  } | null;
}

export const fullPace: Pace = { closedUntilMs: null, slowed: null };

/** A 429 answer. */
export interface Throttled {
  /** Start of the call, in milliseconds since 1970. */
  readonly startedMs: number;
  /** Milliseconds that the platform asks to wait; undefined if it does not say. */
  readonly waitMs: number | undefined;
  /** Time of the answer. */
  readonly nowMs: number;
}

/** Calls a minute at a time: the configured number, or less for some minutes after a 429. */
export const paceAt = ({ slowed, closedUntilMs }: Pace, configured: number, nowMs: number): number => {
  if (slowed === null || configured === Number.POSITIVE_INFINITY) return configured;
  const minutes = Math.max(0, nowMs - Math.max(slowed.atMs, closedUntilMs ?? slowed.atMs)) / minuteMs;
  return Math.min(
    configured,
    slowed.callsPerMinute + Math.floor(minutes * Math.max(1, configured * regainedPerMinute)),
  );
};

/**
 * The pace as a right clock sees it: no answer came after now. A pause that a clock ahead of time noted begins now, and keeps
 * its length.
 * @param latestMs now, with what clocks may differ by
 */
export const paceSeen = ({ closedUntilMs, closedAtMs, slowed }: Pace, latestMs: number): Pace => {
  const aheadMs = Math.max(0, (closedAtMs ?? latestMs) - latestMs);
  return {
    closedUntilMs: closedUntilMs === null ? null : Math.min(closedUntilMs - aheadMs, latestMs + longestPauseMs),
    ...(closedAtMs === undefined ? {} : { closedAtMs: closedAtMs - aheadMs }),
    slowed: slowed && { ...slowed, atMs: Math.min(slowed.atMs, latestMs) },
  };
};

/**
 * The pace after a 429: no call starts before the requested time, and then half as many as before. Answers to calls that
 * started before the last reduction do not reduce the pace again; `guardMs` allows for clocks that differ.
 */
export const slowedBy = (pace: Pace, answer: Throttled, configured: number, guardMs: number): Pace => {
  const { startedMs, waitMs = shortPauseMs, nowMs } = answer;
  const untilMs = nowMs + Math.min(waitMs, longestPauseMs);
  const isLonger = pace.closedUntilMs === null || pace.closedUntilMs < untilMs;
  const { closedUntilMs, closedAtMs } = isLonger ? { closedUntilMs: untilMs, closedAtMs: nowMs } : pace;
  const { slowed } = pace;
  if (slowed !== null && startedMs <= slowed.atMs + guardMs) return { closedUntilMs, closedAtMs, slowed };
  const half = Math.max(1, Math.floor(paceAt(pace, configured, nowMs) / 2));
  return { closedUntilMs, closedAtMs, slowed: { atMs: nowMs, callsPerMinute: half } };
};
