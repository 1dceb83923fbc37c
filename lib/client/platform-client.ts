import { setMaxListeners } from 'node:events';
import type { Clock, Platform, Secrets } from '../ports.ts';
import { parseBaseUrl } from './base-url.ts';
import { type CallerOptions, createCaller } from './caller.ts';
import { createEndpoint, deleteEndpoint, listEndpoints, updateEndpoint } from './endpoints.ts';
import { createIntegration, deleteIntegration } from './integrations.ts';
import type { Sleep } from './interrupt.ts';
import { listEvents, listProjects } from './projects.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { createRedactor } from './redact.ts';
import { listServices, listServiceTags, planSpecification } from './services.ts';
import { type CallCount, createTransport, type Timeouts } from './transport.ts';

/** Generous for the slow first listing of a large project, and short of every Lambda's own time-out. */
export const defaultTimeouts: Timeouts = { connectMs: 10_000, headersMs: 60_000, bodyMs: 60_000 };

export interface PlatformClientOptions {
  /** Address of the platform, with or without `/v1`; https, or http to loopback. */
  readonly baseUrl: string;
  /** Id of the organization whose projects are listed. */
  readonly organization: string;
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
  /** Told before each wait between two tries, for progress. */
  readonly onRetry?: CallerOptions['onRetry'];
}

/** The platform over HTTP. */
export interface PlatformClient extends Platform {
  /** Calls sent so far, every attempt counted. */
  readonly calls: () => CallCount;
  /** Ends what still waits (with RunInterrupted) and closes the kept connections; the client is of no use afterwards. */
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
 * A client for the `documented` profile (design §4). Its methods throw the platform errors of contract/errors.ts, and
 * RunInterrupted once the run was told to end.
 * @throws Error for a base URL, RangeError for time-outs that cannot be used.
 */
export const createPlatformClient = (options: PlatformClientOptions): PlatformClient => {
  const { secrets, rateLimiter, clock, sleep, random, version, onRetry, organization } = options;
  const address = parseBaseUrl(options.baseUrl);
  const redactor = createRedactor();
  const { signal, stop } = ownSignal(options.signal);
  const timeouts = options.timeouts ?? defaultTimeouts;
  const transport = createTransport({ address, secrets, rateLimiter, redactor, timeouts, version, signal });
  const caller = createCaller({ transport, clock, sleep, random, signal, clean: redactor.clean, onRetry });
  return {
    listProjects: listProjects(caller, organization),
    listServices: listServices(caller),
    listServiceTags: listServiceTags(caller),
    listEndpoints: listEndpoints(caller),
    listEvents: listEvents(caller),
    planSpecification: planSpecification(caller),
    createEndpoint: createEndpoint(caller),
    updateEndpoint: updateEndpoint(caller),
    deleteEndpoint: deleteEndpoint(caller),
    createIntegration: createIntegration(caller),
    deleteIntegration: deleteIntegration(caller),
    calls: transport.calls,
    close: () => {
      stop();
      return transport.close();
    },
  };
};
