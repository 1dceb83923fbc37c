import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { searchType } from '../wire/search-product-name.ts';
import { answerTo } from './http/app.ts';
import { advance, type Edge, newEdge, stateOf } from './http/edge.ts';
import type { PlainAnswer, PlainRequest } from './http/plain.ts';
import type { RequestCounts } from './http/request-counts.ts';
import type { StateSnapshot } from './http/state-snapshot.ts';
import { initialState } from './initial-state.ts';
import { optionProfile, type ServedProfile } from './protocol/served-profile.ts';
import { completeScenario, type Scenario } from './scenario/scenario.ts';
import { virtualClock } from './state/clock.ts';
import type { Schemes } from './state/state.ts';

export interface PlatformOptions {
  readonly scenario: Scenario;
  /** A token with the operator role everywhere, which never expires. */
  readonly token: string;
  /** Decides ids, jitter and growth within its band; default 1. */
  readonly seed?: number;
  /** Virtual seconds per second of `time`; default 1, and 0 stands still. */
  readonly speed?: number;
  /** Whether the routes of `/_control` are there; default no. */
  readonly control?: boolean;
  /** Requests per minute of `time`; default: no limit. 0 admits none. */
  readonly rateLimit?: number;
  /** The search product's word on the wire; default: today's with the profile `current`, else `engine`. */
  readonly searchEngine?: string;
  /** The profile to serve strictly; default `both`, side by side. */
  readonly profile?: ServedProfile;
  /** Schemes of the Authorization header; default: `bearer` with the profile `documented`, else both. */
  readonly schemes?: Schemes;
  /** The time outside the platform; default: this machine's clock. */
  readonly time?: OutsideTime;
}

/** The time in which requests arrive, as opposed to the platform's own virtual time. */
export interface OutsideTime {
  /** Milliseconds of a clock that never goes back; only its differences count. */
  readonly nowMs: () => number;
  /** Waits so many milliseconds, or rejects once the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

const machineTime: OutsideTime = {
  nowMs: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
};

const wordServed = (served: ServedProfile): string => (served === 'current' ? 'opensearch' : searchType);

const schemesServed = (served: ServedProfile): Schemes => (served === 'documented' ? 'bearer' : 'both');

/** The embedded platform without a socket: requests in, answers out. */
export interface OpenedPlatform {
  /** Id of the organization. */
  readonly organization: string;
  /**
   * Answers one request of the caller at an address; whatever is wrong with it is an answer too. Undefined if a fault
   * ends the connection without one.
   */
  answer(request: PlainRequest, address: string): Promise<PlainAnswer | undefined>;
  /** Moves virtual time forward; resolves when all that it does is done. */
  advance(seconds: number): Promise<void>;
  /** Virtual now. */
  now(): Date;
  /** The same as `GET /_control/state`. */
  state(): StateSnapshot;
  /** The same as `GET /_control/requests`. */
  requests(): RequestCounts;
  /** The state behind the requests, for code that reads or changes the platform without a request. */
  readonly edge: Edge;
  /** Ends the waits of requests under way. */
  close(): void;
}

/**
 * Opens the embedded platform: the specification as a function from requests to answers.
 * @throws ScenarioInvalid; RangeError for a word that cannot name the search engine
 */
export const openPlatform = (options: PlatformOptions): OpenedPlatform => {
  const { token, seed = 1, speed = 1, control = false, rateLimit, time = machineTime } = options;
  const { profile: served = 'both' } = options;
  const { searchEngine = wordServed(served), schemes = schemesServed(served) } = options;
  const scenario = completeScenario(options.scenario, optionProfile(served));
  const state = initialState({ scenario, seed, token, searchEngine, served, schemes });
  const clock = virtualClock(state.startMs, speed, time.nowMs);
  const closing = new AbortController();
  const { nowMs: realMs, sleep } = time;
  const edge = newEdge({ state, clock, realMs, sleep, rateLimit, closing: closing.signal });
  return {
    organization: state.organization.id,
    answer: (request, address) => answerTo(edge, request, address, control),
    advance: (seconds) => advance(edge, seconds),
    now: () => new Date(clock.nowMs()),
    state: () => stateOf(edge),
    requests: () => edge.counts,
    edge,
    close: () => closing.abort(),
  };
};
