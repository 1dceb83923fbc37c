import {
  DescribeSecretCommand,
  ListSecretVersionIdsCommand,
  RotateSecretCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { SecretUnavailable } from '../contract/errors.ts';
import type { SecretValue } from '../core/token/rotation.ts';
import { awsFailure, type ProfileEnvironment, settingsFor } from './client-settings.ts';
import { createAwsSecretStore } from './secret-store.ts';

/** The secret for its operator, who may store and rotate the token but never read it. */
export interface ManagedSecret {
  store(versionId: string, value: SecretValue, stage: string): Promise<void>;
  /** Versions with their stages; times are ISO 8601, null for unknown. */
  versions(): Promise<{ readonly id: string; readonly stages: readonly string[]; readonly storedAt: string | null }[]>;
  /** Time of the next rotation by Secrets Manager; null without rotation. */
  nextRotationAt(): Promise<string | null>;
  /** Starts a rotation by Secrets Manager, which continues in the background. */
  rotate(): Promise<void>;
}

const isoOrNull = (date: Date | undefined): string | null => date?.toISOString() ?? null;

/**
 * Needs secretsmanager:PutSecretValue, DescribeSecret, ListSecretVersionIds and RotateSecret on it, and
 * kms:GenerateDataKey with its key. Its methods throw SecretUnavailable.
 */
export const createManagedSecret = (client: Pick<SecretsManagerClient, 'send'>, secret: string): ManagedSecret => {
  const orUnavailable = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw new SecretUnavailable(
        `cannot use the secret ${secret} (${awsFailure(error).text}); check that it exists and that you may use it`,
      );
    }
  };
  return {
    store: createAwsSecretStore(client, secret).put,
    versions: async () => {
      const { Versions = [] } = await orUnavailable(client.send(new ListSecretVersionIdsCommand({ SecretId: secret })));
      return Versions.map(({ VersionId = '', VersionStages = [], CreatedDate }) => ({
        id: VersionId,
        stages: VersionStages,
        storedAt: isoOrNull(CreatedDate),
      }));
    },
    nextRotationAt: async () => {
      const { NextRotationDate } = await orUnavailable(client.send(new DescribeSecretCommand({ SecretId: secret })));
      return isoOrNull(NextRotationDate);
    },
    rotate: async () => {
      const { RotationEnabled } = await orUnavailable(client.send(new DescribeSecretCommand({ SecretId: secret })));
      if (!RotationEnabled) {
        throw new SecretUnavailable(
          `the secret ${secret} has no rotation: store another token with 'headroom token store --secret-arn', ` +
            'or set rotationDays in cdk.json and deploy',
        );
      }
      await orUnavailable(client.send(new RotateSecretCommand({ SecretId: secret, RotateImmediately: true })));
    },
  };
};

/** The secret with a client for the region in its ARN, and the credentials of the user. */
export const openManagedSecret = (secret: string, variables: ProfileEnvironment): ManagedSecret => {
  const [, , , region] = secret.split(':');
  const settings = { ...settingsFor(variables), ...(region ? { region } : {}) };
  return createManagedSecret(new SecretsManagerClient(settings), secret);
};
