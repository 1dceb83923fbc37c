import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DescribeSecretCommand, PutSecretValueCommand, RotateSecretCommand } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mockedDeployment, outputs } from '../../../aws/mocked-deployment.ts';
import { even } from '../../../workflow/scenarios.ts';
import { openShell, token } from '../shell.ts';

const second = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:headroom2-GhIjKl';

afterEach(() => vi.unstubAllEnvs());

/** A stack with as many tokens, and its secrets. */
const openStack = async (secretArns: Readonly<Record<string, string>>) => {
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  const { mocks } = mockedDeployment(new Date('2026-03-02T08:00:00Z'));
  const Outputs = Object.entries({ ...outputs, ...secretArns }).map(([OutputKey, OutputValue]) => ({
    OutputKey,
    OutputValue,
  }));
  const stack = { StackName: 'headroom', CreationTime: new Date(0), StackStatus: 'CREATE_COMPLETE' as const, Outputs };
  mocks.cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [stack] });
  const { SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const secrets = mockClient(SecretsManagerClient);
  secrets.on(PutSecretValueCommand).resolves({});
  secrets.on(RotateSecretCommand).resolves({});
  secrets.on(DescribeSecretCommand).resolves({ RotationEnabled: true });
  const shell = await openShell(even(1, 1));
  const stored = () => secrets.commandCalls(PutSecretValueCommand).map(({ args }) => args[0].input.SecretId);
  const rotated = () => secrets.commandCalls(RotateSecretCommand).map(({ args }) => args[0].input.SecretId);
  return { ...shell, stored, rotated };
};

describe('headroom token on AWS', () => {
  it('stores and rotates the token of a deployment that a number names, and the first one without a number', async () => {
    const { run, runWith, stored, rotated } = await openStack({ SecretArn2: second });
    const store = (...more: string[]) =>
      runWith({ input: `${token}\n` }, 'token', 'store', '--stack', 'headroom', ...more);
    expect((await store('--number', '2')).out).toBe(`stored as AWSCURRENT in ${second}\n`);
    expect((await store()).status).toBe(0);
    expect(stored()).toEqual([second, outputs.SecretArn]);
    expect((await run('token', 'rotate', '--stack', 'headroom', '--number', '2')).status).toBe(0);
    expect(rotated()).toEqual([second]);
  });

  it('refuses a number that the deployment does not have, and one without a deployment', async () => {
    const { run, stored } = await openStack({});
    const beyond = await run('token', 'status', '--stack', 'headroom', '--number', '2');
    expect([beyond.status, beyond.err]).toEqual([
      2,
      'error: --number 2: the stack headroom has 1 token; raise tokens in cdk.json and deploy\n',
    ]);
    const alone = await run('token', 'status', '--number', '2');
    expect([alone.status, alone.err]).toEqual([2, expect.stringContaining('--number needs --stack NAME')]);
    const both = await run('token', 'status', '--stack', 'headroom', '--secret-arn', second);
    expect([both.status, both.err]).toEqual([2, expect.stringContaining('use one of them')]);
    expect(stored()).toEqual([]);
  });
});
