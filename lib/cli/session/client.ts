import { createPlatformClient, type PlatformClient, type PlatformClientOptions } from '../../client/platform-client.ts';
import { connectWithToken } from '../../client/token-connection.ts';
import { type CallerConnectionOptions, type OpenCaller, openCaller } from '../../client/transport/open-caller.ts';
import { createRateLimiter } from '../../client/transport/rate-limiter.ts';
import { version } from '../../contract/version.ts';
import type { ConnectToken, Secrets } from '../../ports.ts';
import { steadyClock, systemSleep } from '../../run/system-clock.ts';

interface LocalConnection {
  readonly baseUrl: string;
  /** Infinity for no limit. */
  readonly callsPerMinute: number;
  readonly signal: AbortSignal;
  readonly onRetry?: CallerConnectionOptions['onRetry'];
}

/** Address of the platform, independent of a token. */
export interface Address extends LocalConnection {
  readonly organization: string;
}

/** This machine's clock and randomness, and one rate limiter for all connections created from it. */
const onThisMachine = (options: LocalConnection) => ({
  baseUrl: options.baseUrl,
  signal: options.signal,
  onRetry: options.onRetry,
  failsFast: true,
  rateLimiter: createRateLimiter({ ...options, clock: steadyClock, sleep: systemSleep }),
  clock: steadyClock,
  sleep: systemSleep,
  random: Math.random,
  version,
});

interface WithSecrets {
  readonly secrets: Secrets;
}

/** The platform's client with this machine's clock and randomness. */
export const localClient = (
  options: Address & WithSecrets & Pick<PlatformClientOptions, 'profile' | 'searchEngine'>,
): PlatformClient => {
  const { organization, profile, searchEngine, secrets } = options;
  return createPlatformClient({ ...onThisMachine(options), secrets, organization, profile, searchEngine });
};

/** The same connection without the port, for operations that return the platform's own records. */
export const localCaller = (options: LocalConnection & WithSecrets): OpenCaller =>
  openCaller({ ...onThisMachine(options), secrets: options.secrets });

/** Connects with any token of the secret. */
export const localConnectToken = (options: Address): ConnectToken => {
  const connection = { ...onThisMachine(options), organization: options.organization };
  return (value) => connectWithToken(connection, value);
};
