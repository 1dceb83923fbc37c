import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type EnvironmentKey, environmentNames } from '../../../lib/contract/environment.ts';
import { tasks } from '../../../lib/contract/tasks.ts';
import { servePlatform } from '../../../lib/platform/index.ts';
import { serveAws } from '../../aws/aws-server.ts';
import { builtFunctions } from '../../aws/built-functions.ts';
import { startLambda } from '../../aws/lambda-worker.ts';
import { createMemoryBucket } from '../../aws/memory-bucket.ts';
import { createMemorySecret } from '../../aws/memory-secret.ts';
import { permissionsIn, recordedCalls } from '../../aws/recorded-calls.ts';
import { even } from '../../workflow/scenarios.ts';

const arn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:headroom-AbCdEf';
const token = 'canary9/token/that/is/long/enough/to/show/a/prefix/of/itself==';
/** A token without projects: the platform accepts it, but it is useless. */
const refused = 'canary8-token-that-sees-nothing-at-all';
let bundles: string;

beforeAll(async () => {
  bundles = await builtFunctions();
});

/** The built functions that replace the token, with the variables of their contracts, against the embedded platform. */
const deploy = async () => {
  const blind = { name: 'blind', token: refused, roles: {} };
  const platform = await servePlatform({
    scenario: { ...even(1, 1), tokens: [blind] },
    token,
    speed: 0,
    control: true,
  });
  const secret = createMemorySecret(arn, 30);
  secret.put({ SecretId: arn, ClientRequestToken: 'version-1', SecretString: JSON.stringify({ token }) });
  const started: { name: string; input: string }[] = [];
  const bucket = createMemoryBucket();
  const aws = await serveAws(bucket, () => '', {
    'secretsmanager.DescribeSecret': secret.describe,
    'secretsmanager.GetSecretValue': secret.get,
    'secretsmanager.PutSecretValue': secret.put,
    'secretsmanager.UpdateSecretVersionStage': secret.update,
    'AWSStepFunctions.StartExecution': (execution: { name: string; input: string }) => {
      started.push(execution);
      return { executionArn: execution.name, startDate: 0 };
    },
  });
  const values: Partial<Record<EnvironmentKey, string>> = {
    baseUrl: platform.url,
    organization: platform.organization,
    rotatedSecret: arn,
    bucket: 'the-bucket',
    retirement: 'arn:aws:states:eu-west-1:123456789012:stateMachine:headroom-retire-token',
    callsPerMinute: '1000000',
  };
  const start = ({ name, environment }: (typeof tasks)['rotate-token'] | (typeof tasks)['retire-token']) =>
    startLambda(join(bundles, name, 'index.mjs'), {
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: name,
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_ENDPOINT_URL: aws.url,
      NODE_NO_WARNINGS: '1',
      ...Object.fromEntries(environment.map((key) => [environmentNames[key], values[key] ?? ''])),
    });
  const rotate = start(tasks['rotate-token']);
  const retire = start(tasks['retire-token']);
  onTestFinished(async () => {
    await Promise.all([rotate.stop(), retire.stop()]);
    await Promise.all([aws.close(), platform.close()]);
  });
  const step = (Step: string) =>
    rotate.invoke({ Step, SecretId: arn, ClientRequestToken: 'version-2', RotationToken: 'ignored' });
  return { platform, secret, bucket, aws, started, rotate, retire, step };
};

const steps = ['createSecret', 'setSecret', 'testSecret', 'finishSecret'];

describe('the bundles that replace the token', () => {
  it('do so step by step, have the old one retired, and say neither in logs, events or requests that others see', async () => {
    const { secret, bucket, aws, started, rotate, retire, step, platform } = await deploy();
    secret.rotate({ SecretId: arn, ClientRequestToken: 'version-2' });
    for (const name of steps) expect(await step(name)).toEqual({ status: 'done' });
    const replacement = secret.tokenAt('AWSCURRENT') ?? '';
    expect([secret.versionAt('AWSCURRENT'), secret.versionAt('AWSPENDING')]).toEqual(['version-2', undefined]);
    expect(replacement).not.toBe(token);
    expect(started.map(({ input }) => JSON.parse(input))).toEqual([{ versionId: 'version-1', secret: arn }]);
    // A person may have deleted the ledger of calls.
    for (const key of [...bucket.objects.keys()]) bucket.delete(key);
    expect(await retire.invoke(JSON.parse(started[0]?.input ?? '{}'))).toEqual({ status: 'revoked', swept: 0 });
    expect(await step('finishSecret')).toEqual({ status: 'done' });
    const { 'rotate-token': rotating, 'retire-token': retiring } = recordedCalls;
    expect(permissionsIn(aws.requests)).toEqual({ 'rotate-token': rotating, 'retire-token': retiring });

    const logs = () => `${rotate.output()}${retire.output()}`;
    expect(logs().match(/"message":"done"/g)).toHaveLength(6);
    // Only the requests to Secrets Manager contain the token.
    const others = aws.requests.filter(({ line }) => !line.includes('secretsmanager.PutSecretValue'));
    for (const text of [logs(), JSON.stringify(started), JSON.stringify(others), JSON.stringify(platform.state())]) {
      for (const known of [token, replacement]) {
        expect(text.length).toBeGreaterThan(20);
        expect(text.includes(known)).toBe(false);
      }
    }
  });

  it('end with errors whose names outlive the build, and whose texts hold no token', async () => {
    const { secret, step, rotate, retire } = await deploy();
    secret.put({
      SecretId: arn,
      ClientRequestToken: 'version-next',
      SecretString: JSON.stringify({ token: refused }),
      VersionStages: ['HEADROOM_NEXT'],
    });
    secret.rotate({ SecretId: arn, ClientRequestToken: 'version-2' });
    await expect(step('finishSecret')).rejects.toMatchObject({ name: 'SecretUnavailable' });
    await expect(retire.invoke({ versionId: 5 })).rejects.toMatchObject({ name: 'ZodError' });
    const other = { Step: 'createSecret', SecretId: `${arn}-other`, ClientRequestToken: 'version-2' };
    await expect(rotate.invoke(other)).rejects.toMatchObject({ name: 'SecretUnavailable' });
    const foreign = { versionId: 'version-1', secret: `${arn}-other` };
    await expect(retire.invoke(foreign)).rejects.toMatchObject({ name: 'SecretUnavailable' });
    await step('createSecret');
    expect(secret.tokenAt('AWSPENDING')).toBe(refused);
    const error = await step('finishSecret').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'TokenRefused' });
    expect(rotate.output()).toContain('TokenRefused');
    expect(`${error}${rotate.output()}${retire.output()}`).not.toContain('canary');
    expect(secret.tokenAt('AWSCURRENT')).toBe(token);
  });
});
