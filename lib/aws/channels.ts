import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { createChannels } from '../channels/channels.ts';
import { SecretUnavailable } from '../contract/errors.ts';
import type { ApprovalTarget } from '../core/notices/actions.ts';
import type { Channels, Clock } from '../ports.ts';
import { awsFailure, clientSettings } from './client-settings.ts';

interface SecretChannelsOptions {
  readonly client: Pick<SecretsManagerClient, 'send'>;
  /** ARN of the secret with addresses and keys of the channels. */
  readonly secret: string;
  readonly approval: ApprovalTarget;
  readonly clock: Clock;
}

/** Names of Secrets Manager's error for a secret without a value. */
const withoutValue = 'ResourceNotFoundException';

/**
 * The channels of a secret, which is read for every message, so that a correction counts at once. Needs
 * secretsmanager:GetSecretValue, and kms:Decrypt with its key.
 */
export const createSecretChannels = ({ client, secret, approval, clock }: SecretChannelsOptions): Channels => {
  const read = async (): Promise<string | undefined> => {
    try {
      const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secret }));
      return SecretString;
    } catch (error) {
      const { name } = awsFailure(error);
      if (name === withoutValue) return undefined;
      throw new SecretUnavailable(`cannot read the secret ${secret} (${name})`);
    }
  };
  return createChannels({ read, approval, clock });
};

/** The channels of a secret, with its own client. */
export const openSecretChannels = (options: Omit<SecretChannelsOptions, 'client'>): Channels =>
  createSecretChannels({ ...options, client: new SecretsManagerClient(clientSettings) });
