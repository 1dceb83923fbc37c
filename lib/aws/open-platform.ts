import { createPlatformClient } from '../client/platform-client.ts';
import type { Deadline } from '../client/transport/interrupt.ts';
import type { RateLimiter } from '../client/transport/rate-limiter.ts';
import type { Environment, platformEnvironment } from '../contract/environment.ts';
import { version } from '../contract/version.ts';
import type { Platform } from '../ports.ts';
import { systemClock, systemSleep } from '../run/system-clock.ts';
import { openSecrets } from './secrets.ts';

/** The platform with the token from Secrets Manager; its connections serve later calls too. */
export const openPlatform = (
  environment: Pick<Environment, (typeof platformEnvironment)[number]>,
  deadline: Deadline,
  rateLimiter: RateLimiter,
): Platform => {
  const { baseUrl, organization, profile, searchEngine, secret } = environment;
  return createPlatformClient({
    baseUrl,
    organization,
    profile,
    searchEngine,
    secrets: openSecrets(secret, systemClock),
    rateLimiter,
    deadline,
    clock: systemClock,
    sleep: systemSleep,
    random: Math.random,
    version,
  });
};
