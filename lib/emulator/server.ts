import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { getRequestListener } from '@hono/node-server';
import { optionProfile, type ServedProfile } from '../wire/served-profile.ts';
import { platformApp } from './http/app.ts';
import { advance, newEdge, stateOf } from './http/edge.ts';
import type { RequestCounts } from './http/request-counts.ts';
import type { StateSnapshot } from './http/state-snapshot.ts';
import { answerUnreadable, unreadableRequest } from './http/unreadable.ts';
import { initialState } from './initial-state.ts';
import { completeScenario, type Scenario } from './scenario/scenario.ts';
import { virtualClock } from './state/clock.ts';

export interface PlatformOptions {
  readonly scenario: Scenario;
  /** A token with the operator role everywhere; it never expires. */
  readonly token: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Seed of ids and jitter; default 1. */
  readonly seed?: number;
  /** Virtual seconds per real second; default 1; 0 stops the clock. */
  readonly speed?: number;
  /** Whether to serve the routes of `/_control`; default no. */
  readonly control?: boolean;
  /** Requests per minute; default: no limit. 0 admits none. */
  readonly rateLimit?: number;
  /** The search product's name on the wire; default `engine`. */
  readonly searchEngine?: string;
  /** The profile to serve; default `both`, side by side. */
  readonly profile?: ServedProfile;
}

export interface ServedPlatform {
  readonly url: string;
  /** Id of the organization. */
  readonly organization: string;
  /** Advances virtual time; resolves once all evaluations are done. */
  advance(seconds: number): Promise<void>;
  /** Current virtual time. */
  now(): Date;
  /** The same as `GET /_control/state`. */
  state(): StateSnapshot;
  /** The same as `GET /_control/requests`. */
  requests(): RequestCounts;
  /** Stops at once and cuts open connections. */
  close(): Promise<void>;
}

const host = '127.0.0.1';

/** @throws the error of the socket, such as EADDRINUSE for a taken port */
const listen = async (server: Server, port: number): Promise<number> => {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

/**
 * Serves the embedded platform on 127.0.0.1: spec.md over HTTP, useful to any client.
 * @throws ScenarioInvalid; RangeError for a word that cannot name the search engine; Error with code EADDRINUSE for a
 * taken port
 */
export const servePlatform = async (options: PlatformOptions): Promise<ServedPlatform> => {
  const { token, port = 0, seed = 1, speed = 1, control = false, rateLimit } = options;
  const { searchEngine = 'engine', profile: served = 'both' } = options;
  const realMs = () => performance.now();
  const scenario = completeScenario(options.scenario, optionProfile(served));
  const state = initialState({ scenario, seed, token, searchEngine, served });
  const clock = virtualClock(state.startMs, speed, realMs);
  const closing = new AbortController();
  const edge = newEdge({ state, clock, realMs, rateLimit, closing: closing.signal });
  const app = platformApp(edge, { control });
  const server = createServer(
    // The listener handles it and answers with the error body.
    { requireHostHeader: false },
    getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler: unreadableRequest }),
  );
  answerUnreadable(server);
  const boundPort = await listen(server, port);
  return {
    url: `http://${host}:${boundPort}`,
    organization: state.organization.id,
    advance: (seconds) => advance(edge, seconds),
    now: () => new Date(clock.nowMs()),
    state: () => stateOf(edge),
    requests: () => edge.counts,
    close: async () => {
      closing.abort();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
