import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { PlatformClient } from '../../client/platform-client.ts';
import { parseBaseUrl } from '../../client/transport/base-url.ts';
import type { OpenCaller } from '../../client/transport/open-caller.ts';
import { defaultCallsPerMinute } from '../../client/transport/rate-limiter.ts';
import { createDirectoryStore, type DirectoryStore } from '../../local/directory-store.ts';
import { secretsOfFile } from '../../local/secret-file.ts';
import { secretFilePath } from '../../local/secret-path.ts';
import type { Bus, Ports, Secrets } from '../../ports.ts';
import { systemClock } from '../../run/system-clock.ts';
import { UsageError } from '../shell/usage-error.ts';
import { type Address, localCaller, localClient } from './client.ts';
import { wireProfileFrom } from './wire-profile.ts';

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

/** What a plan is made for: an organization, and the platform's address in one form for all ways of writing it. */
export interface Addressed {
  readonly organization: string;
  readonly baseUrl: string;
}

export interface Connection {
  readonly addressed: Addressed;
  readonly ports: Ports;
  readonly client: PlatformClient;
  /** The store of `ports` as the directory that it is. */
  readonly directory: DirectoryStore;
}

const required = (value: string | undefined, option: string, variable: string): string => {
  if (value) return value;
  throw new UsageError(`which one? give ${option} or set ${variable}`);
};

/** The token of the environment, else the one that was stored on this machine for the organization. */
const secretsFrom = (environment: Environment, organization: string | undefined): Secrets => {
  const token = environment.HEADROOM_TOKEN?.trim();
  if (token) return { token: async () => token };
  const path = organization && secretFilePath(environment, organization);
  if (path && existsSync(path)) return secretsOfFile(path);
  throw new UsageError(
    "no token: set HEADROOM_TOKEN, or store one with 'headroom token store' " +
      '(it is never an option, so that it stays out of process lists)',
  );
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
  callsPerMinute: rateFrom(options.callsPerMinute),
});

/** The organization to work on. @throws UsageError when none is given */
export const organizationFrom = (options: Pick<ConnectionOptions, 'organization'>, environment: Environment): string =>
  required(options.organization ?? environment.HEADROOM_ORGANIZATION, '--organization', 'HEADROOM_ORGANIZATION');

/** What it takes to connect with any given token. */
export const addressFrom = (
  options: Addressing & Pick<ConnectionOptions, 'organization'>,
  environment: Environment,
  signal: AbortSignal,
): Address => ({
  organization: organizationFrom(options, environment),
  ...addressedFrom(options, environment),
  signal,
});

/** @throws UsageError when one of them is not given, Error when the address is none */
export const addressed = (
  options: Addressing & Pick<ConnectionOptions, 'organization'>,
  environment: Environment,
): Addressed => {
  const { origin, prefix } = parseBaseUrl(addressedFrom(options, environment).baseUrl);
  return { organization: organizationFrom(options, environment), baseUrl: `${origin}${prefix}` };
};

/** Opens a connection for operations on the platform's own records; they need neither organization nor store. */
export const connectCaller = (options: Addressing, environment: Environment, signal: AbortSignal): OpenCaller =>
  localCaller({
    ...addressedFrom(options, environment),
    secrets: secretsFrom(environment, environment.HEADROOM_ORGANIZATION),
    signal,
  });

/** The directory that is named as the store, if one is: an empty name would make the working directory the store. */
const namedStore = (options: Pick<ConnectionOptions, 'store'>, environment: Environment): string | undefined => {
  const from = options.store === undefined ? 'HEADROOM_STORE' : '--store';
  const named = options.store ?? environment.HEADROOM_STORE;
  if (named?.trim() !== '') return named;
  throw new UsageError(`${from} is empty: name a directory, or leave it out to use the one of the organization`);
};

/** The store of an organization on this machine: a directory. @throws UsageError for one with an empty name */
export const openStore = (
  options: Pick<ConnectionOptions, 'store'>,
  environment: Environment,
  organization: string,
): DirectoryStore =>
  createDirectoryStore(
    namedStore(options, environment) ??
      join(
        environment.XDG_STATE_HOME || join(homedir(), '.local', 'state'),
        'headroom',
        encodeURIComponent(organization),
      ),
  );

/** The command line publishes nothing: whoever runs it sees the result. */
const silentBus: Bus = { publish: async () => undefined };

/** Wires the ports of the command line: any platform, a directory, the token of the environment or of this machine. */
export const connect = (options: ConnectionOptions, environment: Environment, signal: AbortSignal): Connection => {
  const address = addressFrom(options, environment, signal);
  const { organization } = address;
  const secrets = secretsFrom(environment, organization);
  const client = localClient({ ...address, ...wireProfileFrom(options, environment), secrets });
  const directory = openStore(options, environment, organization);
  return {
    addressed: addressed(options, environment),
    client,
    directory,
    ports: { platform: client, store: directory, bus: silentBus, clock: systemClock },
  };
};
