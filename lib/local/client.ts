import { type OpenCaller, openCaller } from '../client/open-caller.ts';
import { createPlatformClient, type PlatformClient, type PlatformClientOptions } from '../client/platform-client.ts';
import { createRateLimiter } from '../client/rate-limiter.ts';
import { version } from '../contract/version.ts';
import { systemClock, systemSleep } from '../run/system-clock.ts';

interface LocalConnection {
  readonly baseUrl: string;
  readonly token: string;
  /** Infinity for no limit. */
  readonly callsPerMinute: number;
  readonly signal: AbortSignal;
}

/** This machine's clock and randomness, for one token. */
const onThisMachine = (options: LocalConnection) => ({
  baseUrl: options.baseUrl,
  signal: options.signal,
  secrets: { token: async () => options.token },
  rateLimiter: createRateLimiter({ ...options, clock: systemClock, sleep: systemSleep }),
  clock: systemClock,
  sleep: systemSleep,
  random: Math.random,
  version,
});

/** The platform's client with this machine's clock and randomness, for one token. */
export const localClient = (
  options: LocalConnection & Pick<PlatformClientOptions, 'organization' | 'profile' | 'searchEngine'>,
): PlatformClient => {
  const { organization, profile, searchEngine } = options;
  return createPlatformClient({ ...onThisMachine(options), organization, profile, searchEngine });
};

/** The same connection without the port: for operations that give the platform's own records. */
export const localCaller = (options: LocalConnection): OpenCaller => openCaller(onThisMachine(options));
