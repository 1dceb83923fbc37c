import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { createSecrets, tokenCacheMs } from '../../lib/aws/secrets.ts';
import { SecretUnavailable } from '../../lib/contract/errors.ts';
import { secretsContract } from '../contracts/secrets.ts';

const open = (token: string) => {
  const client = new SecretsManagerClient({ region: 'us-east-1' });
  const mock = mockClient(client);
  const keep = async (next: string) => {
    mock
      .on(GetSecretValueCommand, { SecretId: 'the-secret', VersionStage: 'AWSCURRENT' })
      .callsFake(async () => ({ SecretString: next }));
  };
  void keep(JSON.stringify({ token }));
  let now = 0;
  const secrets = createSecrets({ client, secret: 'the-secret', clock: { now: () => now } });
  const reads = () => mock.commandCalls(GetSecretValueCommand).length;
  return {
    secrets,
    mock,
    reads,
    keep: (next: string) => keep(JSON.stringify({ token: next })),
    keepText: keep,
    pass: (ms: number) => (now += ms),
  };
};

secretsContract('Secrets Manager', open);

describe('the token in Secrets Manager', () => {
  it('is read once for as long as the cache lasts, and then again', async () => {
    const { secrets, keep, reads, pass } = open('token-1');
    await secrets.token();
    await keep('token-2');
    pass(tokenCacheMs - 1);
    expect([await secrets.token(), reads()]).toEqual(['token-1', 1]);
    pass(1);
    expect([await secrets.token(), reads()]).toEqual(['token-2', 2]);
  });

  it('is read once for all who ask at the same time', async () => {
    const { secrets, reads } = open('token-1');
    await Promise.all(Array.from({ length: 20 }, () => secrets.token({ refresh: true })));
    expect(reads()).toBe(1);
  });

  it('is asked for again after a failure, which names the secret', async () => {
    const { secrets, mock, keep } = open('token-1');
    mock.on(GetSecretValueCommand).rejects(new ResourceNotFoundException({ message: 'no such secret', $metadata: {} }));
    const asking = secrets.token();
    await expect(asking).rejects.toThrow(SecretUnavailable);
    await expect(asking).rejects.toThrow(
      'cannot read the secret the-secret (ResourceNotFoundException: no such secret)',
    );
    mock.reset();
    await keep('token-2');
    expect(await secrets.token()).toBe('token-2');
  });

  it.each(['', 'canary', '{"token":""}', '{"tokne":"canary"}', '["canary"]', 'null'])(
    'is missing in a secret that holds %j, and nothing of it is said',
    async (text) => {
      const { secrets, keepText } = open('token-1');
      await keepText(text);
      const error = await secrets.token().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(SecretUnavailable);
      expect(String(error)).toContain('headroom token store');
      expect(String(error)).not.toContain('canary');
    },
  );
});
