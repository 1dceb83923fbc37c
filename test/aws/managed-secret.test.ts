import { DescribeSecretCommand, InvalidRequestException, RotateSecretCommand } from '@aws-sdk/client-secrets-manager';
import { describe, expect, it } from 'vitest';
import { createManagedSecret } from '../../lib/aws/managed-secret.ts';
import { SecretUnavailable } from '../../lib/contract/errors.ts';
import { createMemorySecret, mockedSecretsManager } from './memory-secret.ts';

const arn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:headroom-AbCdEf';

const open = () => {
  const kept = createMemorySecret(arn);
  const { client, mock } = mockedSecretsManager(kept);
  return { kept, mock, managed: createManagedSecret(client, arn) };
};

describe('the secret of a deployment, for a person', () => {
  it('takes a token and shows its versions without reading one back', async () => {
    const { kept, managed, mock } = open();
    await managed.store('version-1-that-is-long-enough-for-one', { token: 'token-1' }, 'AWSCURRENT');
    expect(kept.tokenAt('AWSCURRENT')).toBe('token-1');
    expect(await managed.versions()).toEqual([
      { id: 'version-1-that-is-long-enough-for-one', stages: ['AWSCURRENT'], storedAt: '2026-03-02T08:00:00.000Z' },
    ]);
    expect(mock.calls().map(({ firstArg }) => firstArg.constructor.name)).not.toContain('GetSecretValueCommand');
  });

  it('returns the time of the next rotation, or null without rotation', async () => {
    const { managed, mock } = open();
    expect(await managed.nextRotationAt()).toBeNull();
    mock.on(DescribeSecretCommand).resolves({ NextRotationDate: new Date('2026-04-01T00:00:00Z') });
    expect(await managed.nextRotationAt()).toBe('2026-04-01T00:00:00.000Z');
  });

  it('has Secrets Manager replace the token at once, and says why it does not', async () => {
    const { managed, mock } = open();
    mock.on(DescribeSecretCommand).resolves({ RotationEnabled: true });
    mock.on(RotateSecretCommand).resolves({});
    await managed.rotate();
    expect(mock.commandCalls(RotateSecretCommand)[0]?.args[0].input).toMatchObject({
      SecretId: arn,
      RotateImmediately: true,
    });
    const message = 'A previous rotation is not complete. That rotation will be reattempted.';
    mock.on(RotateSecretCommand).rejects(new InvalidRequestException({ message, $metadata: {} }));
    const rotating = managed.rotate();
    await expect(rotating).rejects.toThrow(SecretUnavailable);
    await expect(rotating).rejects.toThrow(message);
  });

  it('says what to do instead where nothing rotates the secret, and asks for no rotation', async () => {
    const { managed, mock } = open();
    mock.on(DescribeSecretCommand).resolves({});
    await expect(managed.rotate()).rejects.toThrow(/headroom token store --secret-arn.*rotationDays/);
    expect(mock.commandCalls(RotateSecretCommand)).toEqual([]);
  });
});
