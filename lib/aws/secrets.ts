import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SecretUnavailable } from '../contract/errors.ts';
import { parseSecret } from '../contract/secret.ts';
import { minuteMs } from '../core/model/durations.ts';
import type { Clock, Secrets } from '../ports.ts';
import { awsFailure, clientSettings } from './client-settings.ts';

/** How long a function caches the token, in milliseconds: a replaced token must stay valid longer. */
export const tokenCacheMs = 5 * minuteMs;

interface SecretsOptions {
  readonly client: Pick<SecretsManagerClient, 'send'>;
  /** ARN of the secret. */
  readonly secret: string;
  readonly clock: Clock;
}

/**
 * The token of the secret's AWSCURRENT version, through a short cache; concurrent readers share one
 * request. `refresh` bypasses the cache. Needs secretsmanager:GetSecretValue, and kms:Decrypt with its key.
 * Its methods throw SecretUnavailable, which names the secret and never contains its value.
 */
export const createSecrets = ({ client, secret, clock }: SecretsOptions): Secrets => {
  let cached: { readonly token: string; readonly untilMs: number } | undefined;
  let reading: Promise<string> | undefined;

  const read = async (): Promise<string> => {
    const answer = await client
      .send(new GetSecretValueCommand({ SecretId: secret, VersionStage: 'AWSCURRENT' }))
      .catch((error: unknown) => {
        throw new SecretUnavailable(
          `cannot read the secret ${secret} (${awsFailure(error).text}); check that it exists and that this role may read it and use its key`,
        );
      });
    const token = parseSecret(answer.SecretString)?.token;
    if (token === undefined) {
      throw new SecretUnavailable(`the secret ${secret} contains no token yet; store one with 'headroom token store'`);
    }
    cached = { token, untilMs: clock.now() + tokenCacheMs };
    return token;
  };

  const readOnce = (): Promise<string> => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };

  return {
    token: async (options) =>
      cached !== undefined && options?.refresh !== true && clock.now() < cached.untilMs ? cached.token : readOnce(),
  };
};

/** The token of a secret, with its own client. */
export const openSecrets = (secret: string, clock: Clock): Secrets =>
  createSecrets({ client: new SecretsManagerClient(clientSettings), secret, clock });
