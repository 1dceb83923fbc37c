import {
  DescribeSecretCommand,
  GetSecretValueCommand,
  InternalServiceError,
  InvalidRequestException,
  PutSecretValueCommand,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { describe, expect, it } from 'vitest';
import { createAwsSecretStore } from '../../lib/aws/secret-store.ts';
import { SecretUnavailable } from '../../lib/contract/errors.ts';
import { secretStagesContract } from '../contracts/secret-stages.ts';
import { createMemorySecret, mockedSecretsManager } from './memory-secret.ts';

const arn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:headroom-AbCdEf';

const open = (rotationDays?: number) => {
  const kept = createMemorySecret(arn, rotationDays);
  const { client, mock } = mockedSecretsManager(kept);
  return {
    kept,
    mock,
    secret: createAwsSecretStore(client, arn),
    begin: async (requestToken: string) => kept.rotate({ SecretId: arn, ClientRequestToken: requestToken }),
  };
};

secretStagesContract('Secrets Manager', open);

describe('the versions in Secrets Manager', () => {
  it('tell after how many days the token is replaced', async () => {
    expect((await open(30).secret.describe()).rotationDays).toBe(30);
    expect((await open().secret.describe()).rotationDays).toBeNull();
  });

  it('are distinguished by an id that reveals nothing of the account', () => {
    const { secret } = open();
    expect(secret.id).toMatch(/^[0-9a-f]{16}$/);
    expect(createAwsSecretStore(mockedSecretsManager(createMemorySecret(arn)).client, `${arn}x`).id).not.toBe(
      secret.id,
    );
  });

  it.each([
    ['describe', DescribeSecretCommand],
    ['read', GetSecretValueCommand],
    ['put', PutSecretValueCommand],
    ['move', UpdateSecretVersionStageCommand],
  ] as const)(
    'say that the secret is unavailable when %s fails, naming it and never its value',
    async (method, command) => {
      const { secret, mock } = open();
      const calls = {
        describe: () => secret.describe(),
        read: () => secret.read('version-1'),
        put: () => secret.put('version-1', { token: 'canary-token' }, 'AWSCURRENT'),
        move: () => secret.move('AWSCURRENT', { to: 'version-1' }),
      };
      for (const Kind of [InternalServiceError, InvalidRequestException]) {
        mock.on(command as never).rejects(new Kind({ message: 'not now', $metadata: {} }));
        const error = await calls[method]().catch((thrown: unknown) => thrown);
        expect(error).toBeInstanceOf(SecretUnavailable);
        expect(String(error)).toContain(arn);
        expect(String(error)).not.toContain('canary');
      }
    },
  );

  it('refuse other text without repeating it', async () => {
    const { secret, kept } = open();
    kept.put({ SecretId: arn, ClientRequestToken: 'version-1', SecretString: 'canary' });
    const error = await secret.read('version-1').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SecretUnavailable);
    expect(String(error)).toContain('headroom token store');
    expect(String(error)).not.toContain('canary');
  });
});
