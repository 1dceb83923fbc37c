import { minuteMs } from '../../core/model/durations.ts';
import type { Outcome } from './call.ts';

/** Tries of one call, the first one included (pf 2.13 retry). */
export const mostTries = 6;

/** Longest wait that the platform may ask for. */
export const longestToldWaitMs = 5 * minuteMs;

const shortestBackoffMs = 2_000;
const longestBackoffMs = 15_000;

/** Spread put on top of a wait that was told in whole seconds: such numbers are rounded down, and told to many. */
const toldSpreadMs = 1_000;

/**
 * Statuses that may pass by themselves (pf 2.13 retry). 501 is not among them: it means that something is not offered
 * (yet).
 */
const passing: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

export interface Attempt {
  readonly outcome: Outcome;
  /** True when doing it twice ends like doing it once: reads, PUT and DELETE. */
  readonly safeToRepeat: boolean;
  /** Tries made so far, this one included. */
  readonly tries: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** From 0 up to, not including, 1. */
  readonly random: number;
  /** Milliseconds until the deadline; Infinity for none. */
  readonly leftMs: number;
}

export type RetryDecision =
  | {
      readonly retry: true;
      readonly waitMs: number;
      /** The platform may have done it: look whether it did before doing it again. */
      readonly lookFirst: boolean;
      readonly reason: string;
    }
  | {
      readonly retry: false;
      /** True when waiting as long as the platform asks is out of the question. */
      readonly throttled: boolean;
      /** Why an outcome that may pass is not tried again; empty for one that may not. */
      readonly reason: string;
      /** Milliseconds since 1970 at which it would be tried again, where only the deadline forbids it. */
      readonly goOnMs?: number;
    };

/**
 * The wait that the platform tells (pf 2.13 wait): `Retry-After` in seconds or as a date, else `try again in 28s` in
 * its message.
 */
const toldWaitMs = (outcome: Outcome, now: number): number | undefined => {
  if (outcome.kind !== 'answer') return undefined;
  const header = outcome.retryAfter?.trim() ?? '';
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  // A date begins with its weekday; Date.parse alone would also take numbers such as `-1` for a year.
  const date = /^[a-z]{3}/i.test(header) ? Date.parse(header) : Number.NaN;
  if (!Number.isNaN(date)) return Math.max(0, date - now);
  const seconds = /try again in (\d+) ?s/i.exec(outcome.message)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
};

/** Exponential, with full jitter: anything from nothing to 2 s, 4 s, 8 s, then 15 s. */
const backoffMs = (tries: number, random: number): number =>
  random * Math.min(longestBackoffMs, shortestBackoffMs * 2 ** (tries - 1));

const mayPass = (outcome: Outcome): boolean =>
  outcome.kind === 'answer'
    ? passing.has(outcome.status)
    : outcome.failure === 'not-connected' || outcome.failure === 'lost';

/**
 * True when the platform cannot have done it: it was never asked, or it refused before it began. A 503 does not count,
 * even with `Retry-After`: a gateway may say so after the platform has done it.
 */
const surelyNotDone = (outcome: Outcome): boolean =>
  outcome.kind === 'answer' ? outcome.status === 429 : outcome.failure === 'not-connected';

const inWords = (outcome: Outcome): string =>
  outcome.kind === 'answer' ? `${outcome.status} ${outcome.message}`.trim() : `no answer: ${outcome.message}`;

/** Decides whether a call that did not succeed is made again, and when (design §9; pf 2.13 retry). */
export const decideRetry = ({ outcome, safeToRepeat, tries, now, random, leftMs }: Attempt): RetryDecision => {
  // 1. An outcome that would be the same next time is final.
  if (!mayPass(outcome)) return { retry: false, throttled: false, reason: '' };

  // 2. So is the outcome of the last try.
  if (tries >= mostTries) return { retry: false, throttled: false, reason: `gave up after ${tries} tries` };

  // 3. A wait longer than the longest allowed is left to whoever runs this again later.
  const toldMs = toldWaitMs(outcome, now);
  if (toldMs !== undefined && toldMs > longestToldWaitMs) {
    const reason = `asks to wait ${Math.ceil(toldMs / 1_000)} s, more than ${longestToldWaitMs / 1_000} s: run again later`;
    return { retry: false, throttled: true, reason };
  }

  // 4. A wait that the platform tells is kept, otherwise the wait grows with every try.
  const waitMs = toldMs === undefined ? backoffMs(tries, random) : toldMs + random * toldSpreadMs;

  // 5. A wait past the deadline would never end: the next try of the task makes the call.
  if (waitMs > leftMs) {
    const reason = `the next try is in ${Math.ceil(waitMs / 1_000)} s`;
    return { retry: false, throttled: false, reason, goOnMs: now + waitMs };
  }

  // 6. What harms when done twice is repeated blindly only when it surely was not done.
  return { retry: true, waitMs, lookFirst: !safeToRepeat && !surelyNotDone(outcome), reason: inWords(outcome) };
};
