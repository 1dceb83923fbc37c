import { setMaxListeners } from 'node:events';
import type { Clock, Secrets } from '../../ports.ts';
import { parseBaseUrl } from './base-url.ts';
import { type Caller, type CallerOptions, createCaller } from './caller.ts';
import type { Deadline } from './deadline.ts';
import type { HttpExchange } from './exchange.ts';
import type { Sleep } from './interrupt.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { createRedactor, type Redactor } from './redact.ts';
import { type CallCount, connections, createTransport } from './transport.ts';
import { defaultTimeouts, type Timeouts, undiciExchange } from './undici-exchange.ts';

export interface CallerConnectionOptions {
  /** Address of the platform, with or without `/v1`; https, or http to loopback. */
  readonly baseUrl: string;
  readonly secrets: Secrets;
  /** Share one among all clients of a process. */
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** From 0 up to, not including, 1: spreads waits. */
  readonly random: () => number;
  /** Version of Headroom, for the user agent. */
  readonly version: string;
  /** Once aborted, every call rejects with RunInterrupted, wherever it waits, and none is sent any more. */
  readonly signal?: AbortSignal;
  readonly timeouts?: Timeouts;
  /** Carries requests and answers; default: a pool of connections to the base URL. */
  readonly exchange?: HttpExchange;
  /** Absent for none; give the rate limiter the same. */
  readonly deadline?: Deadline;
  /** Told before each wait between two tries, for progress. */
  readonly onRetry?: CallerOptions['onRetry'];
}

/** A connection to the platform, on which operations make their calls. */
export interface OpenCaller {
  readonly caller: Caller;
  /** Knows the tokens that no text may hold. */
  readonly redactor: Redactor;
  /** Calls sent so far, every attempt counted. */
  readonly calls: () => CallCount;
  /** Ends what still waits (with RunInterrupted) and closes the kept connections; of no use afterwards. */
  readonly close: () => Promise<void>;
}

/** A signal of the client's own, which also close() can abort and which any number of calls may listen to. */
const ownSignal = (outer?: AbortSignal) => {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  const stop = () => controller.abort();
  if (outer?.aborted) stop();
  outer?.addEventListener('abort', stop, { once: true });
  return {
    signal: controller.signal,
    stop: () => {
      outer?.removeEventListener('abort', stop);
      stop();
    },
  };
};

/**
 * Opens a connection; nothing is sent before the first call.
 * @throws Error for a base URL, RangeError for time-outs that cannot be used.
 */
export const openCaller = (options: CallerConnectionOptions): OpenCaller => {
  const { secrets, rateLimiter, clock, sleep, random, version, deadline, onRetry } = options;
  const address = parseBaseUrl(options.baseUrl);
  const redactor = createRedactor();
  const { signal, stop } = ownSignal(options.signal);
  const exchange = options.exchange ?? undiciExchange(address.origin, connections, options.timeouts ?? defaultTimeouts);
  const transport = createTransport({ address, secrets, rateLimiter, redactor, exchange, version, signal });
  const { clean } = redactor;
  const caller = createCaller({ transport, clock, sleep, random, signal, deadline, clean, onRetry });
  return {
    caller,
    redactor,
    calls: transport.calls,
    close: () => {
      stop();
      return transport.close();
    },
  };
};
