import { PlatformConflict } from '../../contract/errors.ts';
import { isoInstant } from '../../core/model/durations.ts';
import type { Clock } from '../../ports.ts';
import type { Answer, Call, Outcome } from './call.ts';
import { type Deadline, noDeadline } from './deadline.ts';
import { answerInvalid, errorOf, tooLate } from './errors.ts';
import { interruptible, type Sleep } from './interrupt.ts';
import type { Reader } from './read-answer.ts';
import { decideRetry } from './retry.ts';
import type { Transport } from './transport.ts';

/** A call that may be made again without looking first. */
export type RepeatableCall = Call & ({ readonly kind: 'read' } | { readonly method: 'PUT' | 'DELETE' });

/** Told before each wait between two tries. */
export interface Retrying {
  readonly method: string;
  readonly path: string;
  /** Tries made so far. */
  readonly tries: number;
  readonly waitMs: number;
  readonly reason: string;
}

export interface CallerOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** Absent for none. */
  readonly deadline?: Deadline;
  /** Makes text from outside fit for an error message. */
  readonly clean: (text: string) => string;
  readonly onRetry?: (retrying: Retrying) => void;
}

/**
 * Makes calls with their retries, and reads their answers. All methods throw the errors of contract/errors.ts; OutOfTime
 * where a call, or its next try, would begin after the deadline.
 */
export interface Caller {
  send<T>(call: RepeatableCall, read: Reader<T>): Promise<T>;
  /**
   * Creates a thing once: after an answer that was lost, and when the platform says that it conflicts (409), `look`
   * tells what is there, and undefined when nothing is; what is there is taken.
   */
  create<T>(call: Call, read: Reader<T>, look: () => Promise<T | undefined>): Promise<T>;
  /**
   * Creates a thing that must not have been there before: like `create`, but a conflict is an error, unless an answer
   * was lost and so the thing in the way may be the one asked for.
   */
  createNew<T>(call: Call, read: Reader<T>, look: () => Promise<T | undefined>): Promise<T>;
  /** When the last answer was made by the platform's clock, ISO 8601, UTC; null when it does not say. */
  lastAnswerAt(): string | null;
}

const isoTime = (date: string | undefined): string | null => {
  const ms = Date.parse(date ?? '');
  return Number.isNaN(ms) ? null : isoInstant(ms);
};

export const createCaller = (options: CallerOptions): Caller => {
  const { transport, clock, sleep, random, signal, clean, onRetry, deadline = noDeadline } = options;
  let answeredAt: string | null = null;

  const exchange = async (call: Call): Promise<Outcome> => {
    const outcome = await transport.exchange(call);
    if (outcome.kind === 'answer') {
      answeredAt = isoTime(outcome.date);
      if (outcome.requestId) call.onRequestId?.(outcome.requestId);
    }
    return outcome;
  };

  const readFrom = <T>(call: Call, answer: Answer, read: Reader<T>): T => {
    if (!answer.readable) throw answerInvalid(call, answer, 'it is not JSON');
    const reading = read(answer.body);
    if (reading.ok) return reading.value;
    throw answerInvalid(call, answer, clean(reading.problem));
  };

  /** A success that cannot be read may still have created the thing: then what is there is taken. */
  const readOrLook = async <T>(call: Call, answer: Answer, read: Reader<T>, look?: () => Promise<T | undefined>) => {
    try {
      return readFrom(call, answer, read);
    } catch (error) {
      const there = await look?.().catch(() => undefined);
      if (there === undefined) throw error;
      return there;
    }
  };

  /** The wait before the next try. @throws the error of the call where there is none, or none in time */
  const nextTry = (call: Call, outcome: Outcome, tries: number, safeToRepeat: boolean) => {
    const now = clock.now();
    const decision = decideRetry({ outcome, safeToRepeat, tries, now, random: random(), leftMs: deadline() - now });
    if (decision.retry) return decision;
    const { goOnMs, reason } = decision;
    throw goOnMs === undefined ? errorOf(call, outcome, decision) : tooLate(call, outcome, reason, goOnMs);
  };

  const run = async <T>(call: Call, read: Reader<T>, look?: () => Promise<T | undefined>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      const outcome = await exchange(call);
      if (outcome.kind === 'answer' && outcome.ok) return readOrLook(call, outcome, read, look);
      const { waitMs, reason, lookFirst } = nextTry(call, outcome, tries, look === undefined);
      onRetry?.({ method: call.method, path: call.path, tries, waitMs, reason });
      await interruptible(() => sleep(waitMs, signal), signal);
      const there = lookFirst ? await look?.() : undefined;
      if (there !== undefined) return there;
    }
  };

  const orWhatIsThere = async <T>(creating: Promise<T>, look: () => Promise<T | undefined>): Promise<T> => {
    try {
      return await creating;
    } catch (error) {
      const there = error instanceof PlatformConflict ? await look() : undefined;
      if (there === undefined) throw error;
      return there;
    }
  };

  return {
    lastAnswerAt: () => answeredAt,
    send: (call, read) => run(call, read),
    create: (call, read, look) => orWhatIsThere(run(call, read, look), look),
    createNew: (call, read, look) => {
      let lost = false;
      const lookAfterLoss = () => {
        lost = true;
        return look();
      };
      return orWhatIsThere(run(call, read, lookAfterLoss), async () => (lost ? look() : undefined));
    },
  };
};
