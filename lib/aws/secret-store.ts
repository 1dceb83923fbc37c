import { createHash } from 'node:crypto';
import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  InvalidParameterException,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  type SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { SecretUnavailable, StoreConflict } from '../contract/errors.ts';
import { parseSecret, secretText } from '../contract/secret.ts';
import type { SecretStore } from '../ports.ts';
import { awsFailure } from './client-settings.ts';

const idOf = (secret: string): string => createHash('sha256').update(secret).digest('hex').slice(0, 16);

/**
 * The versions of a secret in Secrets Manager. Needs secretsmanager:DescribeSecret, GetSecretValue, PutSecretValue and
 * UpdateSecretVersionStage on it, and kms:Decrypt and kms:GenerateDataKey with its key.
 */
export const createAwsSecretStore = (client: Pick<SecretsManagerClient, 'send'>, secret: string): SecretStore => {
  const unavailable = (error: unknown): SecretUnavailable =>
    new SecretUnavailable(
      `cannot use the secret ${secret} (${awsFailure(error).text}); check that it exists and that this role may use it and its key`,
    );

  return {
    name: secret,
    id: idOf(secret),
    describe: async () => {
      try {
        const { VersionIdsToStages, RotationRules } = await client.send(
          new DescribeSecretCommand({ SecretId: secret }),
        );
        return {
          versions: Object.entries(VersionIdsToStages ?? {}).map(([id, stages]) => ({ id, stages })),
          rotationDays: RotationRules?.AutomaticallyAfterDays ?? null,
        };
      } catch (error) {
        throw unavailable(error);
      }
    },
    read: async (versionId) => {
      const answer = await client
        .send(new GetSecretValueCommand({ SecretId: secret, VersionId: versionId }))
        .catch((error: unknown) => {
          // A rotation starts with a version that has a stage but no value.
          if (error instanceof ResourceNotFoundException) return undefined;
          throw unavailable(error);
        });
      if (answer === undefined) return undefined;
      const value = parseSecret(answer.SecretString);
      if (value !== undefined) return value;
      throw new SecretUnavailable(
        `version ${versionId} of the secret ${secret} contains no token; store one with 'headroom token store'`,
      );
    },
    put: async (versionId, value, stage) => {
      const request = { SecretId: secret, ClientRequestToken: versionId, VersionStages: [stage] };
      try {
        await client.send(new PutSecretValueCommand({ ...request, SecretString: secretText(value) }));
      } catch (error) {
        if (!(error instanceof ResourceExistsException)) throw unavailable(error);
        throw new StoreConflict(`version ${versionId} of the secret ${secret} already has another value`);
      }
    },
    move: async (stage, { from, to }) => {
      const where = { SecretId: secret, VersionStage: stage, RemoveFromVersionId: from, MoveToVersionId: to };
      try {
        await client.send(new UpdateSecretVersionStageCommand(where));
      } catch (error) {
        if (!(error instanceof InvalidParameterException)) throw unavailable(error);
        throw new StoreConflict(`${stage} of the secret ${secret} is at an unexpected version: ${error.message}`);
      }
    },
  };
};
