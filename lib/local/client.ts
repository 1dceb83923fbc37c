import { createPlatformClient, type PlatformClient } from '../client/platform-client.ts';
import { createRateLimiter } from '../client/rate-limiter.ts';
import { systemClock, systemSleep } from './system-clock.ts';
import { version } from './version.ts';

/** The platform's client with this machine's clock and randomness, for one token. */
export const localClient = (options: {
  readonly baseUrl: string;
  readonly organization: string;
  readonly token: string;
  /** Infinity for no limit. */
  readonly callsPerMinute: number;
  readonly signal: AbortSignal;
}): PlatformClient =>
  createPlatformClient({
    ...options,
    secrets: { token: async () => options.token },
    rateLimiter: createRateLimiter({ ...options, clock: systemClock, sleep: systemSleep }),
    clock: systemClock,
    sleep: systemSleep,
    random: Math.random,
    version,
  });
