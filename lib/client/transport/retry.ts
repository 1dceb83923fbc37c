import { minuteMs, secondMs } from '../../core/model/durations.ts';
import { utcMs } from '../../wire/utc-time.ts';
import { isConnectionFailure, type Outcome } from './call.ts';

/** Tries of one call, including the first (pf 2.13 retry). */
export const maxTries = 6;

/**
 * Tries before the first answer of an address, where a person waits: a wrong address never answers, and the second try is for
 * a name server or a network that has just come up.
 */
const firstTries = 2;

/** Longest wait that the client accepts from the platform. */
export const longestRequestedWaitMs = 5 * minuteMs;

const shortestBackoffMs = 2_000;
const longestBackoffMs = 15_000;

/** Jitter added to a wait in whole seconds: the platform rounds it down and sends it to many clients. */
const requestedWaitSpreadMs = 1_000;

/**
 * Transient statuses (pf 2.13 retry). 501 is not one of them: it means that a feature is not offered
 * (yet).
 */
const transient: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

export interface Attempt {
  readonly outcome: Outcome;
  /** True if a repetition has no further effect: reads, PUT and DELETE. */
  readonly safeToRepeat: boolean;
  /** Tries so far, including this one. */
  readonly tries: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** In [0, 1). */
  readonly random: number;
  /** Milliseconds until the deadline; Infinity for none. */
  readonly leftMs: number;
  /** True where a person waits and the address has not answered yet, so that it may be wrong. */
  readonly isUnproven?: boolean;
}

type RetryDecision =
  | {
      readonly retry: true;
      readonly waitMs: number;
      /** The platform may have carried out the call: look for the result before repeating it. */
      readonly lookFirst: boolean;
      readonly reason: string;
    }
  | {
      readonly retry: false;
      /** True if the platform asks for a longer wait than the client accepts. */
      readonly throttled: boolean;
      /** Why a transient failure is not retried; empty for a permanent one. */
      readonly reason: string;
      /** Milliseconds since 1970 of the next try, if only the deadline prevents it. */
      readonly goOnMs?: number;
    };

/** The wait that a `Retry-After` header asks for, in milliseconds: seconds or a date, in UTC; undefined for another text. */
export const retryAfterMs = (header: string | undefined, nowMs: number): number | undefined => {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * secondMs;
  // A date starts with its weekday; numbers such as `-1` would be years.
  const atMs = /^[a-z]{3}/i.test(text) ? utcMs(text) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
};

/**
 * The wait that the platform asks for (pf 2.13 wait): `Retry-After` in seconds or as a date, else `try again in 28s` in
 * its message.
 */
export const requestedWaitMs = (outcome: Outcome, now: number): number | undefined => {
  if (outcome.kind !== 'answer') return undefined;
  const requestedMs = retryAfterMs(outcome.retryAfter, now);
  if (requestedMs !== undefined) return requestedMs;
  const seconds = /try again in (\d+) ?s/i.exec(outcome.message)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
};

/** Exponential with full jitter: random up to 2 s, 4 s, 8 s, then 15 s. */
const backoffMs = (tries: number, random: number): number =>
  random * Math.min(longestBackoffMs, shortestBackoffMs * 2 ** (tries - 1));

const isTransient = (outcome: Outcome): boolean =>
  outcome.kind === 'answer'
    ? transient.has(outcome.status)
    : outcome.failure === 'not-connected' || outcome.failure === 'lost';

/**
 * True if the platform cannot have carried out the call: nothing was sent, or it refused first. A 503 does not count,
 * even with `Retry-After`: a gateway may send it after the platform has carried out the call.
 */
const surelyNotDone = (outcome: Outcome): boolean =>
  outcome.kind === 'answer' ? outcome.status === 429 : outcome.failure === 'not-connected';

const describe = (outcome: Outcome): string => {
  if (outcome.kind === 'answer') return `${outcome.status} ${outcome.message}`.trim();
  return isConnectionFailure(outcome) ? outcome.message : `no answer: ${outcome.message}`;
};

/** Tries of one call, including the first. */
export const triesOf = ({ outcome, isUnproven = false }: Pick<Attempt, 'outcome' | 'isUnproven'>): number =>
  isUnproven && isConnectionFailure(outcome) ? firstTries : maxTries;

/** Decides whether and when to repeat a failed call (design §9; pf 2.13 retry). */
export const decideRetry = (attempt: Attempt): RetryDecision => {
  const { outcome, safeToRepeat, tries, now, random, leftMs } = attempt;
  // 1. A permanent failure is final.
  if (!isTransient(outcome)) return { retry: false, throttled: false, reason: '' };

  // 2. So is the failure of the last try.
  const most = triesOf(attempt);
  if (tries >= most)
    return { retry: false, throttled: false, reason: most < maxTries ? '' : `gave up after ${tries} tries` };

  // 3. A wait above the limit is left to a later run.
  const requestedMs = requestedWaitMs(outcome, now);
  if (requestedMs !== undefined && requestedMs > longestRequestedWaitMs) {
    const reason = `the platform asks to wait ${Math.ceil(requestedMs / 1_000)} s, more than ${longestRequestedWaitMs / 1_000} s: run again later`;
    return { retry: false, throttled: true, reason };
  }

  // 4. The wait is the requested one, otherwise it grows with every try.
  const waitMs = requestedMs === undefined ? backoffMs(tries, random) : requestedMs + random * requestedWaitSpreadMs;

  // 5. A wait past the deadline would never end: the task's next try makes the call.
  if (waitMs > leftMs) {
    const reason = `the next try is in ${Math.ceil(waitMs / 1_000)} s`;
    return { retry: false, throttled: false, reason, goOnMs: now + waitMs };
  }

  // 6. An unsafe call is repeated without looking only if it was certainly not carried out.
  return { retry: true, waitMs, lookFirst: !safeToRepeat && !surelyNotDone(outcome), reason: describe(outcome) };
};
