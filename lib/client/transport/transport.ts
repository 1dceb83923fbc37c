import type { Clock, Secrets } from '../../ports.ts';
import type { PlatformAddress } from './base-url.ts';
import type { Call, Outcome } from './call.ts';
import { tokenUnusable } from './errors.ts';
import type { HttpExchange, HttpRequest } from './exchange.ts';
import { interruptible, throwIfInterrupted } from './interrupt.ts';
import { toAnswer, toNoAnswer } from './outcome.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Redactor } from './redact.ts';
import { requestedWaitMs } from './retry.ts';

/** Runs work when a slot is free; first come, first served. */
type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `count` pieces of work at a time. */
export const createSlots = (count: number): Slots => {
  let free = count;
  const waiting: (() => void)[] = [];

  const enter = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };

  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
};

/**
 * Maximum of connections and concurrent calls: a call that has its turn from the rate limiter must not
 * wait for a connection, or it would start later than the limiter recorded.
 */
export const connections = 8;

interface TransportOptions {
  readonly address: PlatformAddress;
  readonly secrets: Secrets;
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly exchange: HttpExchange;
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

/** Sends calls to the platform: slots, turns of the rate limiter, the token, counts. */
export const createTransport = (options: TransportOptions): Transport => {
  const { address, secrets, rateLimiter, clock, redactor, exchange, signal } = options;
  const inSlot = createSlots(connections);
  const count = { reads: 0, writes: 0 };

  // Below /v1 (§9.1), with the token in every request (§4.4, §5 header), and bodies as JSON (§4 JSON bodies).
  const requestOf = (call: Call, token: string): HttpRequest => {
    const hasBody = call.body !== undefined;
    return {
      method: call.method,
      path: `${address.prefix}/v1${call.path}`,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        // A list of services is a ninth of its size then.
        'accept-encoding': 'gzip, br',
        'user-agent': `headroom/${options.version}`,
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
      },
      body: hasBody ? JSON.stringify(call.body) : null,
    };
  };

  /** Every worker with this token pauses after a 429, not only the call that received it. */
  const noteThrottling = async (outcome: Outcome, startedMs: number): Promise<void> => {
    if (outcome.kind !== 'answer' || outcome.status !== 429) return;
    const nowMs = clock.now();
    const waitMs = requestedWaitMs(outcome, nowMs);
    await interruptible(() => rateLimiter.slowDown({ startedMs, waitMs, nowMs }), signal);
  };

  /** No text may contain the token from now on. @throws PlatformUnauthorized for one that no header can hold */
  const learn = (call: Call, token: string): void => {
    if (!/^[\x21-\x7e]+$/.test(token)) throw tokenUnusable(call);
    redactor.learn(token);
  };

  const attempt = (call: Call, token: string): Promise<Outcome> =>
    inSlot(async () => {
      learn(call, token);
      await rateLimiter.take(signal, call.watch?.mayStart);
      throwIfInterrupted(signal);
      const startedMs = clock.now();
      count[call.kind === 'read' ? 'reads' : 'writes'] += 1;
      const send = () => exchange.send(requestOf(call, token), signal);
      const received = await interruptible(send, signal).catch((error: unknown) => ({ error }));
      throwIfInterrupted(signal);
      if ('error' in received) return toNoAnswer(received.error, `${address.origin}${address.prefix}`, redactor.clean);
      const outcome = toAnswer(received, redactor.clean);
      await noteThrottling(outcome, startedMs);
      return outcome;
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
    close: () => exchange.close(),
  };
};
