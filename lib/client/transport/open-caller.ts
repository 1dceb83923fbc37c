import { setMaxListeners } from 'node:events';
import type { Clock, Secrets } from '../../ports.ts';
import { parseBaseUrl } from './base-url.ts';
import { type Caller, type CallerOptions, createCaller } from './caller.ts';
import type { HttpExchange } from './exchange.ts';
import type { Deadline, Sleep } from './interrupt.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { createRedactor, type Redactor } from './redact.ts';
import { type CallCount, connections, createTransport } from './transport.ts';
import { defaultTimeouts, type Timeouts, undiciExchange } from './undici-exchange.ts';

export interface CallerConnectionOptions {
  /** Address of the platform, with or without `/v1`; https, or http to loopback. */
  readonly baseUrl: string;
  readonly secrets: Secrets;
  /** Share one instance among all clients of a process. */
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** In [0, 1): spreads waits. */
  readonly random: () => number;
  /** Version of Headroom, for the user agent. */
  readonly version: string;
  /** Once aborted, every pending call rejects with RunInterrupted, and no further call is sent. */
  readonly signal?: AbortSignal;
  readonly timeouts?: Timeouts;
  /** Carries requests and answers; default: a pool of connections to the base URL. */
  readonly exchange?: HttpExchange;
  /** Absent for none; must equal the rate limiter's. */
  readonly deadline?: Deadline;
  /** Called before each wait between two tries, for progress. */
  readonly onRetry?: CallerOptions['onRetry'];
  /** True where a person waits: a connection that fails before the first answer is soon final. */
  readonly failsFast?: boolean;
}

/** A connection to the platform that operations use for their calls. */
export interface OpenCaller {
  readonly caller: Caller;
  /** Knows the tokens that no text may contain. */
  readonly redactor: Redactor;
  /** Calls sent so far, counting every attempt. */
  readonly calls: () => CallCount;
  /** Ends pending calls with RunInterrupted and closes the connections; it cannot be used afterwards. */
  readonly close: () => Promise<void>;
}

/** A signal of the client that close() can also abort and that any number of calls may listen to. */
const clientSignal = (outer?: AbortSignal) => {
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
 * Opens a connection; it sends nothing before the first call.
 * @throws Error for an invalid base URL, RangeError for invalid time-outs.
 */
export const openCaller = (options: CallerConnectionOptions): OpenCaller => {
  const { secrets, rateLimiter, clock, sleep, random, version, deadline, onRetry, failsFast } = options;
  const address = parseBaseUrl(options.baseUrl);
  const redactor = createRedactor();
  const { signal, stop } = clientSignal(options.signal);
  const exchange = options.exchange ?? undiciExchange(address.origin, connections, options.timeouts ?? defaultTimeouts);
  const transport = createTransport({ address, secrets, rateLimiter, clock, redactor, exchange, version, signal });
  const { clean } = redactor;
  const caller = createCaller({ transport, clock, sleep, random, signal, deadline, clean, onRetry, failsFast });
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
