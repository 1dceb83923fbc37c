import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DescribeSecretCommand, PutSecretValueCommand, RotateSecretCommand } from '@aws-sdk/client-secrets-manager';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mockedClass } from '../../../aws/mocked-class.ts';
import { mockedDeployment, outputs } from '../../../aws/mocked-deployment.ts';
import { even } from '../../../workflow/scenarios.ts';
import { openShell, token } from '../shell.ts';

afterEach(() => vi.unstubAllEnvs());

/** A stack, and its secret. */
const openStack = async () => {
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  const { mocks } = mockedDeployment(new Date('2026-03-02T08:00:00Z'));
  const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  const stack = { StackName: 'headroom', CreationTime: new Date(0), StackStatus: 'CREATE_COMPLETE' as const, Outputs };
  mocks.cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [stack] });
  const { SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const secrets = mockedClass(SecretsManagerClient);
  secrets.on(PutSecretValueCommand).resolves({});
  secrets.on(RotateSecretCommand).resolves({});
  secrets.on(DescribeSecretCommand).resolves({ RotationEnabled: true });
  const shell = await openShell(even(1, 1));
  const stored = () => secrets.commandCalls(PutSecretValueCommand).map(({ args }) => args[0].input.SecretId);
  const rotated = () => secrets.commandCalls(RotateSecretCommand).map(({ args }) => args[0].input.SecretId);
  return { ...shell, stored, rotated };
};

describe('headroom token on AWS', () => {
  it('stores and rotates the token of a deployment', async () => {
    const { run, runWith, stored, rotated } = await openStack();
    const done = await runWith({ input: `${token}\n` }, 'token', 'store', '--stack', 'headroom');
    expect(done.out).toBe(`stored as AWSCURRENT in ${outputs.SecretArn}\n`);
    expect(stored()).toEqual([outputs.SecretArn]);
    expect((await run('token', 'rotate', '--stack', 'headroom')).status).toBe(0);
    expect(rotated()).toEqual([outputs.SecretArn]);
  });

  it('refuses two flags that each name a secret', async () => {
    const { run, stored } = await openStack();
    const both = await run('token', 'status', '--stack', 'headroom', '--secret-arn', outputs.SecretArn);
    expect([both.status, both.err]).toEqual([2, expect.stringContaining('use one of them')]);
    expect(stored()).toEqual([]);
  });
});
