import { homedir } from 'node:os';
import { join } from 'node:path';
import type { OpenCaller } from '../client/open-caller.ts';
import type { PlatformClient } from '../client/platform-client.ts';
import { defaultCallsPerMinute } from '../client/rate-limiter.ts';
import type { Bus, Ports } from '../ports.ts';
import { systemClock } from '../run/system-clock.ts';
import { localCaller, localClient } from './client.ts';
import { dialectFrom } from './dialect.ts';
import { createDirectoryStore } from './directory-store.ts';
import { UsageError } from './usage-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Connection options as the command line gives them; what is missing is taken from the environment. */
export interface ConnectionOptions {
  readonly baseUrl?: string;
  readonly organization?: string;
  readonly store?: string;
  readonly callsPerMinute?: string;
  readonly profile?: string;
  readonly searchEngine?: string;
}

export interface Connection {
  readonly ports: Ports;
  readonly client: PlatformClient;
}

const required = (value: string | undefined, option: string, variable: string): string => {
  if (value) return value;
  throw new UsageError(`which one? give ${option} or set ${variable}`);
};

const tokenFrom = (environment: Environment): string => {
  const token = environment.HEADROOM_TOKEN?.trim();
  if (token) return token;
  throw new UsageError('no token: set HEADROOM_TOKEN (it is never an option, so that it stays out of process lists)');
};

/** Calls a minute; `off` only for a platform of one's own. 0 means none and is refused by the limiter. */
const rateFrom = (text: string | undefined): number => {
  if (text === undefined) return defaultCallsPerMinute;
  if (text === 'off') return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new UsageError(`--calls-per-minute ${text}: give a whole number from 1 on, or off`);
};

type Addressing = Pick<ConnectionOptions, 'baseUrl' | 'callsPerMinute'>;

/** What every call to a platform needs: where, with which token, how fast. */
const addressedFrom = (options: Addressing, environment: Environment) => ({
  baseUrl: required(options.baseUrl ?? environment.HEADROOM_BASE_URL, '--base-url', 'HEADROOM_BASE_URL'),
  token: tokenFrom(environment),
  callsPerMinute: rateFrom(options.callsPerMinute),
});

/** Opens a connection for operations on the platform's own records; they need neither organization nor store. */
export const connectCaller = (options: Addressing, environment: Environment, signal: AbortSignal): OpenCaller =>
  localCaller({ ...addressedFrom(options, environment), signal });

const storeFrom = (options: ConnectionOptions, environment: Environment, organization: string): string =>
  options.store ??
  environment.HEADROOM_STORE ??
  join(environment.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'headroom', encodeURIComponent(organization));

/** The command line publishes nothing: whoever runs it sees the result. */
const silentBus: Bus = { publish: async () => undefined };

/** Wires the ports of the command line: any platform, a directory, the token out of the environment. */
export const connect = (options: ConnectionOptions, environment: Environment, signal: AbortSignal): Connection => {
  const organization = required(
    options.organization ?? environment.HEADROOM_ORGANIZATION,
    '--organization',
    'HEADROOM_ORGANIZATION',
  );
  const addressed = addressedFrom(options, environment);
  const client = localClient({ ...addressed, ...dialectFrom(options, environment), organization, signal });
  const store = createDirectoryStore(storeFrom(options, environment, organization));
  return { client, ports: { platform: client, store, bus: silentBus, clock: systemClock } };
};
