import { existsSync } from 'node:fs';
import { setImmediate as nextImmediate } from 'node:timers/promises';
import type { PlatformClient } from '../../client/platform-client.ts';
import { isOfThisMachine, parseBaseUrl } from '../../client/transport/base-url.ts';
import type { Retrying } from '../../client/transport/caller.ts';
import type { OpenCaller } from '../../client/transport/open-caller.ts';
import { defaultCallsPerMinute } from '../../client/transport/rate-limiter.ts';
import { secondMs } from '../../core/model/durations.ts';
import { secretFilePath, secretsOfFile } from '../../local/secret-file.ts';
import type { Bus, Ports, Secrets } from '../../ports.ts';
import { systemClock } from '../../run/system-clock.ts';
import type { CommandLine } from '../shell/command-line.ts';
import type { Console } from '../shell/console.ts';
import type { ConnectionFlags } from '../shell/options.ts';
import { UsageError } from '../shell/usage-error.ts';
import { type Address, localCaller, localClient } from './client.ts';
import { type OpenedStore, openStore, organizationFrom, required } from './open-store.ts';
import { wireProfileFrom } from './wire-profile.ts';

/**
 * Says why a command waits. Many calls may fail alike at one time, so a reason is repeated only with a wait of twice the
 * length.
 */
export const retryNotes = ({ note }: Pick<Console, 'note'>): ((retrying: Retrying) => void) => {
  const longestMs = new Map<string, number>();
  return ({ method, path, tries, most, waitMs, reason, isConnection }) => {
    const kind = reason.replaceAll(/\d+/g, '');
    if (waitMs < 2 * (longestMs.get(kind) ?? 0)) return;
    longestMs.set(kind, waitMs);
    const problem = isConnection ? reason : `[${method}] "${path}": ${reason.replace(/\.$/, '')}`;
    note(`${problem}. Trying again in ${Math.ceil(waitMs / secondMs)} s, ${tries + 1} of ${most}.`);
  };
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Scope of a plan: an organization, and the platform's address in canonical form. */
interface Addressed {
  readonly organization: string;
  readonly baseUrl: string;
}

export interface Connection {
  readonly addressed: Addressed;
  /** Infinity for no limit. */
  readonly callsPerMinute: number;
  readonly ports: Ports & Required<Pick<Ports, 'approver'>>;
  readonly client: PlatformClient;
  /** The store of `ports` with its upkeep. */
  readonly opened: OpenedStore;
}

/**
 * @throws UsageError that names every setting that is missing, where more than one is: the first alone takes as many tries as
 * settings are missing
 */
const assertSet = (options: AddressOptions & Pick<ConnectionFlags, 'organization'>, environment: Environment): void => {
  const organization = options.organization ?? environment.HEADROOM_ORGANIZATION;
  const path = organization && secretFilePath(environment, organization);
  const hasToken = Boolean(environment.HEADROOM_TOKEN?.trim()) || Boolean(path && existsSync(path));
  const missing = [
    ...(organization ? [] : ['--organization (HEADROOM_ORGANIZATION)']),
    ...((options.baseUrl ?? environment.HEADROOM_BASE_URL) ? [] : ['--base-url (HEADROOM_BASE_URL)']),
    ...(hasToken ? [] : ["a token (HEADROOM_TOKEN, or 'headroom token store')"]),
  ];
  if (missing.length < 2) return;
  throw new UsageError(
    `${missing.slice(0, -1).join(', ')} and ${missing.at(-1)} are missing: set them; headroom init writes a file for the first ones`,
  );
};

/** The token of the environment, else the one stored on this machine for the organization. */
const secretsFrom = (environment: Environment, organization: string | undefined): Secrets => {
  const token = environment.HEADROOM_TOKEN?.trim();
  if (token) return { token: async () => token };
  const path = organization && secretFilePath(environment, organization);
  if (path && existsSync(path)) return secretsOfFile(path);
  throw new UsageError(
    "no token: set HEADROOM_TOKEN, or store one with 'headroom token store' " +
      '(there is no option for it, because process lists show options)',
  );
};

/** Calls per minute; `off` disables the limit, for a platform of your own. @throws UsageError for 0 */
const rateFrom = (text: string | undefined, baseUrl: string): number => {
  if (text === undefined) return isOfThisMachine(baseUrl) ? Number.POSITIVE_INFINITY : defaultCallsPerMinute;
  if (text === 'off') return Number.POSITIVE_INFINITY;
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new UsageError(`--calls-per-minute ${text}: must be a whole number from 1, or off`);
};

type AddressOptions = Pick<ConnectionFlags, 'baseUrl' | 'callsPerMinute'>;

/** Address and rate of calls, from options or environment. */
const targetFrom = (options: AddressOptions, environment: Environment) => {
  const baseUrl = required(options.baseUrl ?? environment.HEADROOM_BASE_URL, '--base-url', 'HEADROOM_BASE_URL');
  return { baseUrl, callsPerMinute: rateFrom(options.callsPerMinute, baseUrl) };
};

/** Address for a connection with any token. @throws UsageError if the platform or organization is missing */
export const addressFrom = (
  options: AddressOptions & Pick<ConnectionFlags, 'organization'>,
  environment: Environment,
  signal: AbortSignal,
): Address => ({
  organization: organizationFrom(options, environment),
  ...targetFrom(options, environment),
  signal,
});

/** @throws UsageError if the platform or organization is missing, Error if the address is invalid */
export const addressed = (
  options: AddressOptions & Pick<ConnectionFlags, 'organization'>,
  environment: Environment,
): Addressed => {
  const { origin, prefix } = parseBaseUrl(targetFrom(options, environment).baseUrl);
  return { organization: organizationFrom(options, environment), baseUrl: `${origin}${prefix}` };
};

/** Opens a connection for operations on the platform's own records, which need neither an organization nor a store. */
export const connectCaller = (
  options: AddressOptions,
  { environment, signal }: Pick<CommandLine, 'environment' | 'signal'>,
  console: Pick<Console, 'note'>,
): OpenCaller =>
  localCaller({
    ...targetFrom(options, environment),
    secrets: secretsFrom(environment, environment.HEADROOM_ORGANIZATION),
    signal,
    onRetry: retryNotes(console),
  });

/** The same answer every time; the first call asks for it. */
const once = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= ask();
    return answer;
  };
};

/** The command line publishes no events: its user sees the result. */
const silentBus: Bus = { publish: async () => undefined };

/** The second immediate comes after timers and sockets have had their turn. */
const nextTurn = async (): Promise<void> => {
  await nextImmediate();
  await nextImmediate();
};

/** Wires the ports of the command line: a platform, a store, and the token of the environment or of this machine. */
export const connect = async (
  options: ConnectionFlags,
  { environment, signal }: Pick<CommandLine, 'environment' | 'signal'>,
  console: Pick<Console, 'note'>,
): Promise<Connection> => {
  assertSet(options, environment);
  const address = addressFrom(options, environment, signal);
  const { organization } = address;
  const secrets = secretsFrom(environment, organization);
  const opened = await openStore(options, environment, () => organization);
  const client = localClient({
    ...address,
    ...wireProfileFrom(options, environment),
    secrets,
    onRetry: retryNotes(console),
  });
  return {
    addressed: addressed(options, environment),
    callsPerMinute: address.callsPerMinute,
    client,
    opened,
    ports: {
      platform: client,
      store: opened.store,
      bus: silentBus,
      clock: systemClock,
      approver: once(opened.identity),
      nextTurn,
    },
  };
};
