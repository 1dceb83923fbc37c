import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { connectWithToken } from '../client/token-connection.ts';
import type { Deadline } from '../client/transport/interrupt.ts';
import type { RateLimiter } from '../client/transport/rate-limiter.ts';
import type { Environment, tokenEnvironment } from '../contract/environment.ts';
import { version } from '../contract/version.ts';
import type { HeldToken } from '../ports.ts';
import { systemClock, systemSleep } from '../run/system-clock.ts';
import { clientSettings } from './client-settings.ts';
import { createAwsSecretStore } from './secret-store.ts';

/** The versions of the secret, and the platform with any of their tokens; all connections share one rate limit. */
export const openToken = (
  environment: Pick<Environment, (typeof tokenEnvironment)[number]>,
  deadline: Deadline,
  rateLimiter: RateLimiter,
): HeldToken => {
  const { baseUrl, organization, rotatedSecret } = environment;
  const connection = {
    baseUrl,
    organization,
    rateLimiter,
    deadline,
    clock: systemClock,
    sleep: systemSleep,
    random: Math.random,
    version,
  };
  return {
    secretStore: createAwsSecretStore(new SecretsManagerClient(clientSettings), rotatedSecret),
    connectToken: (value) => connectWithToken(connection, value),
  };
};
