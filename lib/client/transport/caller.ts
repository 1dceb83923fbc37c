import { PlatformConflict } from '../../contract/errors.ts';
import { isoInstant } from '../../core/model/durations.ts';
import type { Clock } from '../../ports.ts';
import { utcMs } from '../../wire/utc-time.ts';
import { type Answer, type Call, isConnectionFailure, type Outcome } from './call.ts';
import { answerInvalid, errorOf, tooLate } from './errors.ts';
import { type Deadline, interruptible, noDeadline, type Sleep } from './interrupt.ts';
import type { Reader } from './read-answer.ts';
import { decideRetry, triesOf } from './retry.ts';
import type { Transport } from './transport.ts';

/** A call that is safe to repeat. */
type RepeatableCall = Call & ({ readonly kind: 'read' } | { readonly method: 'PUT' | 'DELETE' });

/** Details of a retry, reported before each wait. */
export interface Retrying {
  readonly method: string;
  readonly path: string;
  /** Attempts so far. */
  readonly tries: number;
  /** Attempts in all. */
  readonly most: number;
  /** No connection stood: the reason is about the address, not about this call. */
  readonly isConnection: boolean;
  readonly waitMs: number;
  readonly reason: string;
}

export interface CallerOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** In [0, 1). */
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** Absent for none. */
  readonly deadline?: Deadline;
  /** Cleans text from outside for error messages. */
  readonly clean: (text: string) => string;
  readonly onRetry?: (retrying: Retrying) => void;
  /** True where a person waits: a connection that fails before the first answer is soon final. */
  readonly failsFast?: boolean;
}

/**
 * Makes calls with retries and reads their answers. All methods throw the errors of contract/errors.ts, and OutOfTime
 * if a call or its next try would start after the deadline.
 */
export interface Caller {
  send<T>(call: RepeatableCall, read: Reader<T>): Promise<T>;
  /**
   * Creates an object once: after a lost answer and on a conflict (409), `look` looks for the existing object. It
   * returns the object, or undefined if there is none; an existing object is reused.
   */
  create<T>(call: Call, read: Reader<T>, look: () => Promise<T | undefined>): Promise<T>;
  /**
   * Creates an object that must not exist yet: like `create`, but a conflict is an error, unless an earlier answer
   * was lost, so that the existing object may come from this call.
   */
  createNew<T>(call: Call, read: Reader<T>, look: () => Promise<T | undefined>): Promise<T>;
  /** Time of the last answer by the platform's clock, ISO 8601, UTC; null if it is unknown. */
  lastAnswerAt(): string | null;
}

const isoTime = (date: string | undefined): string | null => {
  const ms = utcMs(date ?? '');
  return Number.isNaN(ms) ? null : isoInstant(ms);
};

export const createCaller = (options: CallerOptions): Caller => {
  const { transport, clock, sleep, random, signal, clean, onRetry } = options;
  const { deadline = noDeadline, failsFast = false } = options;
  let lastDate: string | undefined;
  let hasAnswered = false;

  const exchange = async (call: Call): Promise<Outcome> => {
    const outcome = await transport.exchange(call);
    if (outcome.kind === 'answer') {
      hasAnswered = true;
      lastDate = outcome.date;
      if (outcome.requestId) call.watch?.onRequestId?.(outcome.requestId);
    }
    return outcome;
  };

  const readBy =
    <T>(call: Call, read: Reader<T>) =>
    (answer: Answer): T => {
      const reading = read(answer.text);
      if (reading.ok) return reading.value;
      throw answerInvalid(call, answer, clean(reading.problem));
    };

  /** An unreadable success may still have created the object: an existing one is reused. */
  const takeOrLook = async <T>(answer: Answer, take: (answer: Answer) => T, look?: () => Promise<T | undefined>) => {
    try {
      return take(answer);
    } catch (error) {
      const existing = await look?.().catch(() => undefined);
      if (existing === undefined) throw error;
      return existing;
    }
  };

  /** The wait before the next try. @throws the error of the call if there is no next try, or none in time */
  const nextTry = (call: Call, outcome: Outcome, tries: number, safeToRepeat: boolean) => {
    const now = clock.now();
    const isUnproven = failsFast && !hasAnswered;
    const leftMs = deadline() - now;
    const decision = decideRetry({ outcome, safeToRepeat, tries, now, random: random(), leftMs, isUnproven });
    if (decision.retry) return { ...decision, most: triesOf({ outcome, isUnproven }) };
    const { goOnMs, reason } = decision;
    throw goOnMs === undefined ? errorOf(call, outcome, decision) : tooLate(call, outcome, reason, goOnMs);
  };

  const run = async <T>(call: Call, take: (answer: Answer) => T, look?: () => Promise<T | undefined>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      const outcome = await exchange(call);
      if (outcome.kind === 'answer' && outcome.ok) return takeOrLook(outcome, take, look);
      const { waitMs, reason, lookFirst, most } = nextTry(call, outcome, tries, look === undefined);
      const isConnection = isConnectionFailure(outcome);
      onRetry?.({ method: call.method, path: call.path, tries, most, isConnection, waitMs, reason });
      await interruptible(() => sleep(waitMs, signal), signal);
      const existing = lookFirst ? await look?.() : undefined;
      if (existing !== undefined) return existing;
    }
  };

  const orExisting = async <T>(creating: Promise<T>, look: () => Promise<T | undefined>): Promise<T> => {
    try {
      return await creating;
    } catch (error) {
      const existing = error instanceof PlatformConflict ? await look() : undefined;
      if (existing === undefined) throw error;
      return existing;
    }
  };

  return {
    lastAnswerAt: () => isoTime(lastDate),
    send: (call, read) => run(call, readBy(call, read)),
    create: (call, read, look) => orExisting(run(call, readBy(call, read), look), look),
    createNew: (call, read, look) => {
      let lost = false;
      const lookAfterLoss = () => {
        lost = true;
        return look();
      };
      return orExisting(run(call, readBy(call, read), lookAfterLoss), async () => (lost ? look() : undefined));
    },
  };
};
