import request from 'undici/lib/api/api-request.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { Secrets } from '../../ports.ts';
import type { PlatformAddress } from './base-url.ts';
import type { Call, Outcome } from './call.ts';
import { tokenUnusable } from './errors.ts';
import { interruptible, throwIfInterrupted } from './interrupt.ts';
import { toAnswer, toNoAnswer } from './outcome.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Redactor } from './redact.ts';
import { createSlots } from './slots.ts';

/**
 * Maximum of connections and concurrent calls: a call that has its turn from the rate limiter must not
 * wait for a connection, or it would start later than the limiter recorded.
 */
const connections = 8;

/** Largest answer to read: 64 MiB, far above the service list of a project. */
const largestAnswerBytes = 64 * 1024 * 1024;

/** Time limit of each part of a call, in milliseconds; all above 0. */
export interface Timeouts {
  readonly connectMs: number;
  /** From the request to the end of the answer's headers. */
  readonly headersMs: number;
  /** Between two chunks of the answer's body. */
  readonly bodyMs: number;
  /** From the request to the end of the answer, which also ends a trickling answer. */
  readonly answerMs: number;
}

export interface TransportOptions {
  readonly address: PlatformAddress;
  readonly secrets: Secrets;
  readonly rateLimiter: RateLimiter;
  readonly redactor: Redactor;
  readonly timeouts: Timeouts;
  /** Version of Headroom, for the user agent. */
  readonly version: string;
  readonly signal: AbortSignal;
}

/** Calls sent so far, counting every attempt. */
export interface CallCount {
  readonly reads: number;
  readonly writes: number;
}

export interface Transport {
  /**
   * Makes one attempt, and a second one if the platform refuses the token (401) and Secrets then returns another.
   * @throws RunInterrupted once the signal is aborted, PlatformUnauthorized for an unusable token, and
   * the errors of Secrets.
   */
  exchange(call: Call): Promise<Outcome>;
  calls(): CallCount;
  /** Closes the connections after the pending calls have ended. */
  close(): Promise<void>;
}

const checkTimeouts = (timeouts: Timeouts): void => {
  for (const [name, ms] of Object.entries(timeouts)) {
    // undici interprets 0 as no time-out.
    if (!(Number.isFinite(ms) && ms > 0))
      throw new RangeError(`The time-out ${name} is ${ms}: use milliseconds above 0.`);
  }
};

/** Runs the work with a signal that aborts with the outer one, or after `ms` milliseconds. */
const within = async <T>(ms: number, outer: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController();
  const stop = () => controller.abort(outer.reason);
  const late = () => controller.abort(new Error(`the answer was not complete after ${ms} ms`));
  const timer = setTimeout(late, ms);
  outer.addEventListener('abort', stop, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', stop);
  }
};

/**
 * One pool of undici 7 for the platform's origin; it follows no redirects. It loads only undici's pool and its
 * request function, not its root, which loads fetch and doubles a bundle and its start (design §13).
 * @throws RangeError for a time-out of 0 or less.
 */
export const createTransport = (options: TransportOptions): Transport => {
  const { address, secrets, rateLimiter, redactor, timeouts, signal } = options;
  checkTimeouts(timeouts);
  const pool = new Pool(address.origin, {
    connections,
    connectTimeout: timeouts.connectMs,
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.bodyMs,
    maxResponseSize: largestAnswerBytes,
  });
  const inSlot = createSlots(connections);
  const count = { reads: 0, writes: 0 };
  let closing: Promise<void> | undefined;

  // Below /v1 (§9.1), with the token in every request (§4.4, §5 header), and bodies as JSON (§4 JSON bodies).
  const receive = async (call: Call, token: string, ends: AbortSignal) => {
    const hasBody = call.body !== undefined;
    const response = await request.call(pool, {
      method: call.method,
      path: `${address.prefix}/v1${call.path}`,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'user-agent': `headroom/${options.version}`,
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
      },
      body: hasBody ? JSON.stringify(call.body) : null,
      signal: ends,
    });
    return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
  };

  const attempt = (call: Call, token: string): Promise<Outcome> =>
    inSlot(async () => {
      if (!/^[\x21-\x7e]+$/.test(token)) throw tokenUnusable(call);
      redactor.learn(token);
      await rateLimiter.take(signal);
      throwIfInterrupted(signal);
      count[call.kind === 'read' ? 'reads' : 'writes'] += 1;
      const whole = () => within(timeouts.answerMs, signal, (ends) => receive(call, token, ends));
      const received = await interruptible(whole, signal).catch((error: unknown) => ({ error }));
      throwIfInterrupted(signal);
      return 'error' in received ? toNoAnswer(received.error, redactor.clean) : toAnswer(received, redactor.clean);
    });

  return {
    exchange: async (call) => {
      const token = await interruptible(() => secrets.token(), signal);
      const outcome = await attempt(call, token);
      if (outcome.kind !== 'answer' || outcome.status !== 401) return outcome;
      const fresh = await interruptible(() => secrets.token({ refresh: true }), signal);
      return fresh === token ? outcome : attempt(call, fresh);
    },
    calls: () => ({ ...count }),
    close: () => {
      closing ??= pool.close();
      return closing;
    },
  };
};
