import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openS3Store } from '../../../../lib/aws/s3-store.ts';
import { releaseLease, takeLease } from '../../../../lib/run/apply/lease.ts';
import { serveAws } from '../../../aws/aws-server.ts';
import { createMemoryBucket } from '../../../aws/memory-bucket.ts';
import { mockedDeployment, outputs } from '../../../aws/mocked-deployment.ts';
import { enableAll, even } from '../../../workflow/scenarios.ts';
import { policyFile } from '../policy-file.ts';
import { openShell, token } from '../shell.ts';

const bucket = createMemoryBucket();
const server = await serveAws(bucket, () => '');
afterAll(() => server.close());

const variables = {
  AWS_ENDPOINT_URL_S3: server.url,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
};
beforeEach(() => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
});
afterEach(() => {
  vi.unstubAllEnvs();
  bucket.objects.clear();
});

const guarded = () => enableAll(200).replace('maxChanges: 100000', 'maxChanges: 1');

/** A platform, and commands whose machine keeps nothing: they have only the store in common. */
const onS3 = async () => {
  const shell = await openShell(even(1, 2));
  return (...argv: string[]) =>
    shell.runWith({ environment: { ...variables, HEADROOM_STORE: 's3://state/prod' } }, ...argv);
};

describe('a store in S3', () => {
  it('carries policy, approval, lease, runs, audit and report from one machine to the next', async () => {
    const run = await onS3();
    bucket.put('prod/policy.yaml', guarded(), {});
    const planned = await run('plan');
    const digest = /Approve with: headroom apply --approve (\w+)/.exec(planned.out)?.[1] ?? '';
    expect((await run('apply')).status).toBe(4);
    expect((await run('approve', digest)).status).toBe(0);
    const applied = await run('apply');
    expect([applied.status, applied.out]).toEqual([0, expect.stringContaining('Applied: every change is confirmed.')]);
    expect(JSON.parse((await run('runs', '--json')).out).runs[0]).toMatchObject({ outcome: 'applied' });
    expect(JSON.parse((await run('audit', '--json')).out).records).toHaveLength(4);
    expect((await run('audit', '--verify')).status).toBe(0);
    expect((await run('report', '--format', 'csv')).out.split('\r\n')).toHaveLength(4);
    expect((await run('mode', 'stop')).out).toContain('effective mode: stop');
    expect((await run('plan')).err).toContain('Mode is stop: no calls were made.');
    expect((await run('status')).out).toContain('stop');
    expect([...bucket.objects.keys()].filter((key) => !key.startsWith('prod/'))).toEqual([]);
    expect([...bucket.objects.values()].some((body) => body.includes(token))).toBe(false);
  });

  it('lets runners take turns: the second is given the name of the first, and works when that one has ended', async () => {
    const run = await onS3();
    bucket.put('prod/policy.yaml', enableAll(200), {});
    const store = openS3Store({ bucket: 'state', prefix: 'prod/' }, variables);
    const ports = { store, clock: { now: () => Date.now() } };
    await takeLease(ports, 'run-elsewhere', 'headroom apply by ana, process 7 on runner-1');
    const { status, err } = await run('apply');
    expect([status, err]).toEqual([1, expect.stringContaining('headroom apply by ana on runner-1')]);
    await releaseLease(ports, 'run-elsewhere');
    expect((await run('apply')).status).toBe(0);
  });

  it('is that of a deployment with --stack: it fills the bucket, and audit files are locked as there', async () => {
    const { mocks } = mockedDeployment(new Date());
    const deployed = { ...outputs, AuditLockDays: '400' };
    const Outputs = Object.entries(deployed).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
    const stack = { StackName: 'headroom', CreationTime: new Date(), StackStatus: 'CREATE_COMPLETE' as const, Outputs };
    mocks.cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [stack] });
    const shell = await openShell(even(1, 1));
    bucket.put('policy.yaml', enableAll(200), {});
    const { status } = await shell.run('apply', '--stack', 'headroom');
    for (const mock of Object.values(mocks)) mock.restore();
    expect(status).toBe(0);
    expect(server.requests.at(-1)?.line).toContain(' /bucket-1/');
    expect([...bucket.objects.keys()]).toContain('reported.json');
    const locked = server.requests.filter(({ headers }) => headers.includes('"x-amz-object-lock-mode":"COMPLIANCE"'));
    expect(locked.map(({ line }) => /\/audit\/\d+\.json/.test(line))).toEqual([true]);
  });
});

describe('--store', () => {
  it.each([
    [['--store', 'gs://state'], '--store gs://state: must be a directory or s3://BUCKET/PREFIX'],
    [['--store', 's3://State'], "--store s3://State: 'State' is not the name of a bucket"],
    [['--store', 's3://state', '--stack', 'headroom'], 'use --stack or --store, not both'],
  ])('rejects %s', async (flags, message) => {
    const shell = await openShell(even(1, 1));
    for (const command of [['plan', '--policy', policyFile(enableAll(200))], ['runs']]) {
      const { status, err } = await shell.run(...command, ...flags);
      expect([status, err]).toEqual([2, `error: ${message}\n`]);
    }
    expect(shell.platform.requests().reads).toBe(0);
  });
});
