import { ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { GetScheduleCommand } from '@aws-sdk/client-scheduler';
import { DescribeSecretCommand } from '@aws-sdk/client-secrets-manager';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { createManagedSecret } from '../../../lib/aws/managed-secret.ts';
import { describeDeployment } from '../../../lib/aws/operator/deployment.ts';
import { createS3Store } from '../../../lib/aws/s3-store.ts';
import { awsStatus } from '../../../lib/cli/status/aws-status.ts';
import type { StatusLine } from '../../../lib/core/status/status.ts';
import type { Store } from '../../../lib/ports.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import type { ReportObject } from '../../../lib/run/store/run-objects.ts';
import { createMemoryBucket } from '../../aws/memory-bucket.ts';
import { createMemorySecret, mockedSecretsManager } from '../../aws/memory-secret.ts';
import { mockedDeployment, outputs, resources } from '../../aws/mocked-deployment.ts';
import { mockedS3 } from '../../aws/mocked-s3.ts';
import { enableAll } from '../../workflow/scenarios.ts';

const now = Date.parse('2026-03-02T09:00:00Z');
const canary = 'canary-4f1e-token';

const report = (given: Partial<ReportObject> = {}): ReportObject => ({
  runId: 'run-1',
  startedAt: '2026-03-02T08:00:00Z',
  endedAt: '2026-03-02T08:05:00Z',
  outcome: 'nothing',
  error: null,
  cause: null,
  plan: null,
  results: [],
  unread: [],
  ...given,
});

/** A healthy deployment with mocked clients of S3 and Secrets Manager. */
const open = async () => {
  const { clients, mocks } = mockedDeployment(new Date('2026-03-02T08:00:00Z'));
  const secret = createMemorySecret(outputs.SecretArn);
  const manager = mockedSecretsManager(secret);
  const managed = createManagedSecret(manager.client, outputs.SecretArn);
  await managed.store('version-1-that-is-long-enough-for-one', { token: canary }, 'AWSCURRENT');
  manager.mock.on(DescribeSecretCommand).resolves({ NextRotationDate: new Date('2026-03-20T00:00:00Z') });
  const { client, mock: s3 } = mockedS3(createMemoryBucket());
  const store: Store = createS3Store(client, { bucket: outputs.BucketName, prefix: '' });
  await store.put(keys.policy, enableAll(200));
  await writeObject(store, keys.latestReport, report());
  const more: ReturnType<typeof createManagedSecret>[] = [];
  /** Adds the secret of another token, which is empty. */
  const addSecret = async () => {
    const arn = `${outputs.SecretArn}-${more.length + 2}`;
    const added = createManagedSecret(mockedSecretsManager(createMemorySecret(arn)).client, arn);
    more.push(added);
    return added;
  };
  const look = async (maxAgeHours?: number) => {
    const deployment = await describeDeployment(clients, 'headroom');
    const { lines, owner } = await awsStatus({ deployment, secrets: [managed, ...more], store }, now, maxAgeHours);
    return { lines, owner, line: (subject: StatusLine['subject']) => lines.find((one) => one.subject === subject) };
  };
  return { mocks, manager, s3, store, look, addSecret };
};

describe('the status of a deployment', () => {
  it('is ok in every line, shows the next rotation, and never reads the token', async () => {
    const { look, manager, mocks } = await open();
    const { lines, line } = await look();
    // Two pages, listed once for all lines.
    expect(mocks.cloudFormation.commandCalls(ListStackResourcesCommand)).toHaveLength(2);
    expect(lines.filter(({ verdict }) => verdict !== 'ok')).toEqual([]);
    expect(line('secret')?.says).toBe('AWSCURRENT 60 minutes old; next rotation in 17 days');
    expect(line('schedules')?.says).toBe(
      'look for new services rate(2 minutes), whole pass over the organization rate(1 hour); the workflow was started 60 minutes ago',
    );
    expect(line('dead letters')?.says).toBe('events and deliveries: empty');
    expect(JSON.stringify(lines)).not.toContain(canary);
    expect(manager.mock.calls().map(({ firstArg }) => firstArg.constructor.name)).not.toContain(
      'GetSecretValueCommand',
    );
  });

  it('knows of a token that only people replace, where the stack has no rotation', async () => {
    const { look, mocks, manager } = await open();
    manager.mock.on(DescribeSecretCommand).resolves({});
    expect((await look()).line('secret')).toMatchObject({
      verdict: 'attention',
      says: expect.stringContaining('no rotation is scheduled'),
    });
    mocks.cloudFormation
      .on(ListStackResourcesCommand)
      .resolves({ StackResourceSummaries: resources.filter((one) => !one.ResourceType?.includes('Rotation')) });
    expect((await look()).line('secret')).toMatchObject({ verdict: 'ok', says: 'AWSCURRENT 60 minutes old' });
  });

  it('knows from the functions when the token ends, unless another one was stored since', async () => {
    const { look, store } = await open();
    const note = (checkedAt: string, expiresAt: string | null) =>
      writeObject(store, keys.tokenExpiry, { checkedAt, expiresAt, lifetimeMs: null });
    await note('2026-03-02T08:30:00Z', '2026-03-06T09:00:00Z');
    expect((await look()).line('secret')).toMatchObject({
      verdict: 'problem',
      says: expect.stringContaining('the token expires in 4 days'),
      remedy: 'see docs/runbook.md#token-expiring',
    });
    await note('2026-03-02T08:30:00Z', null);
    expect((await look()).line('secret')?.verdict).toBe('ok');
    await note('2026-03-02T07:30:00Z', '2026-03-06T09:00:00Z');
    expect((await look()).line('secret')?.verdict).toBe('ok');
  });

  it('has a line for each of several tokens, and says which one is missing, refused or ends soon', async () => {
    const { look, addSecret, store } = await open();
    const third = await addSecret();
    await third.store('version-1-of-the-third-secret-that-is-long', { token: canary }, 'AWSCURRENT');
    const checkedAt = '2026-03-02T10:00:00Z';
    const never = { expiresAt: null, lifetimeMs: null };
    const ending = { expiresAt: '2026-03-06T09:00:00Z', lifetimeMs: null };
    const secretLines = async () => (await look()).lines.filter(({ subject }) => subject === 'secret');
    await writeObject(store, keys.tokenExpiry, { checkedAt, ...never, others: [ending] });
    expect(await secretLines()).toMatchObject([
      { verdict: 'ok', says: expect.stringMatching(/^token 1: AWSCURRENT/) },
      { verdict: 'problem', says: expect.stringMatching(/^token 2: .*the token expires in 4 days/) },
    ]);
    await writeObject(store, keys.tokenExpiry, { checkedAt, ...never, others: [{ ...never, unusable: true }] });
    expect((await secretLines())[1]).toMatchObject({
      verdict: 'problem',
      says: expect.stringContaining('the platform refuses it, the other tokens go on'),
      remedy: 'headroom token store --stack STACK --number 2',
    });
    await addSecret();
    expect((await secretLines())[2]).toMatchObject({
      verdict: 'problem',
      says: 'token 3: no token',
      remedy: 'headroom token store --stack STACK --number 3',
    });
  });

  it('looks at the deployment alone, whatever its id in the stack and whatever else the stack contains', async () => {
    const { look, mocks, manager } = await open();
    const named = resources.map((one) => ({ ...one, LogicalResourceId: `Mine${one.LogicalResourceId}` }));
    const [schedule, , queue, , , rotation] = named;
    const others = [schedule, queue].map((one) => ({
      ...one,
      LogicalResourceId: 'Theirs',
      PhysicalResourceId: 'theirs',
    }));
    mocks.cloudFormation.on(ListStackResourcesCommand).resolves({
      StackResourceSummaries: [...named, ...others] as never,
    });
    mocks.scheduler
      .on(GetScheduleCommand, { Name: 'theirs' })
      .resolves({ Description: 'a backup', ScheduleExpression: 'rate(1 day)', State: 'DISABLED' });
    const { lines, line } = await look();
    expect(lines.filter(({ verdict }) => verdict !== 'ok')).toEqual([]);
    expect(line('schedules')?.says).not.toContain('backup');
    manager.mock.on(DescribeSecretCommand).resolves({});
    mocks.cloudFormation.on(ListStackResourcesCommand).resolves({
      StackResourceSummaries: [
        ...named.filter((one) => one !== rotation),
        { ...rotation, LogicalResourceId: 'DatabaseRotation' },
      ] as never,
    });
    expect((await look()).line('secret')).toMatchObject({ verdict: 'ok' });
  });

  it('reports messages in dead-letter queues, with the section of the runbook', async () => {
    const { look, mocks } = await open();
    mocks.queues
      .on(GetQueueAttributesCommand, { QueueUrl: 'https://sqs/events-dead' })
      .resolves({ Attributes: { ApproximateNumberOfMessages: '4' } });
    expect((await look()).line('dead letters')).toMatchObject({
      verdict: 'problem',
      says: '4 waiting in events',
      remedy: 'see docs/runbook.md#events-dead',
    });
  });

  it('says whose the store is, and that no run of another deployment starts', async () => {
    const { look, store } = await open();
    expect((await look()).owner).toBeNull();
    const of = (stack: string) => ({
      organization: 'org-example',
      stack: `arn:aws:cloudformation:eu-west-1:123456789012:stack/${stack}`,
    });
    const held = (stack: string) =>
      store.put(
        keys.lease,
        JSON.stringify({ runId: 'run-1', holder: 'hourly pass', expiresAt: '2026-03-02T08:05:00Z', owner: of(stack) }),
      );
    await writeObject(store, keys.report('run-1'), report());
    await held('headroom');
    const own = await look();
    expect(own.owner).toEqual(of('headroom'));
    expect(own.line('lease')).toMatchObject({
      verdict: 'ok',
      says: expect.stringMatching(/; store of org-example, stack headroom \(eu-west-1, account 123456789012\)$/),
    });
    await held('headroom-other');
    expect((await look()).line('lease')).toMatchObject({
      verdict: 'problem',
      says: expect.stringContaining('stack headroom-other (eu-west-1, account 123456789012), not of stack headroom ('),
      remedy: expect.stringContaining('docs/deploy.md#one-deployment-for-each-organization'),
    });
  });

  it('holds the age of the last run against the schedule, unless nothing starts by itself', async () => {
    const { look, mocks, store } = await open();
    await writeObject(store, keys.latestReport, report({ endedAt: '2026-03-02T05:59:00Z' }));
    expect((await look()).line('last run')).toMatchObject({ verdict: 'problem' });
    expect((await look(4)).line('last run')).toMatchObject({ verdict: 'ok' });
    mocks.scheduler.on(GetScheduleCommand).resolves({ State: 'DISABLED', Description: 'Headroom: whole pass' });
    const idle = await look();
    expect([idle.line('last run')?.verdict, idle.line('schedules')?.verdict]).toEqual(['ok', 'attention']);
  });

  it('names the command that approves without the token, which only the functions have', async () => {
    const { look, store } = await open();
    await writeObject(store, keys.latestReport, report({ outcome: 'needs-approval' }));
    expect((await look()).line('last run')).toMatchObject({
      verdict: 'attention',
      remedy: 'review the plan, then approve it: headroom approve --stack headroom DIGEST',
    });
  });

  it('holds the age of the readings against the promise of the schedule, unless nothing starts by itself', async () => {
    const { look, mocks, store } = await open();
    expect((await look()).line('readings')?.says).toBe('none yet; the next run reads every project');
    const projects = { shop: { readAt: '2026-03-02T08:00:00Z' }, pay: { readAt: '2026-03-02T04:59:00Z' } };
    const promised = { promisedMinutes: 120, newServiceMinutes: 8 };
    await writeObject(store, keys.inventoryIndex, { organization: 'org', projects, ...promised });
    expect((await look()).line('readings')).toEqual({
      subject: 'readings',
      verdict: 'problem',
      says: '2 projects; the oldest is 4 hours old (pay); promised: 2 hours; a new service gets its autoscaler within 8 minutes',
      figures: { projects: 2, oldestMinutes: expect.any(Number), ...promised },
      remedy: 'see docs/runbook.md#readings-overdue',
    });
    mocks.scheduler.on(GetScheduleCommand).resolves({ State: 'DISABLED', Description: 'Headroom: whole pass' });
    expect((await look()).line('readings')).toMatchObject({
      verdict: 'ok',
      says: '2 projects; the oldest is 4 hours old (pay)',
    });
  });

  it('reports the platform and the permissions as the last run observed them', async () => {
    const { look, store } = await open();
    const unread = [{ project: 'shop', error: 'PlatformForbidden', message: '403' }];
    await writeObject(store, keys.latestReport, report({ outcome: 'partial', unread }));
    expect((await look()).line('permissions')).toMatchObject({ verdict: 'problem' });
    const failed = { outcome: 'failed', error: 'PlatformUnauthorized', cause: '401 at the first call' } as const;
    await writeObject(store, keys.latestReport, report(failed));
    expect((await look()).line('platform')?.says).toContain('PlatformUnauthorized: 401 at the first call');
    await store.delete(keys.latestReport);
    expect((await look()).line('platform')).toMatchObject({
      verdict: 'problem',
      remedy: expect.stringContaining('run'),
    });
  });

  it('reports a failed request as a problem of its own line only', async () => {
    const { look, mocks } = await open();
    mocks.scheduler.on(GetScheduleCommand).rejects(new Error('not authorized'));
    const { lines } = await look();
    expect(lines.filter(({ verdict }) => verdict !== 'ok').map(({ subject }) => subject)).toEqual(['schedules']);
  });

  it('still tells what it can of a deployment whose bucket or key its reader may not use', async () => {
    const { look, s3 } = await open();
    s3.on(GetObjectCommand).rejects(Object.assign(new Error('Access Denied'), { name: 'AccessDenied' }));
    const { line } = await look();
    expect(line('last run')).toMatchObject({ verdict: 'problem', says: expect.stringContaining('AccessDenied') });
    expect(line('mode')?.remedy).toBe('check that you may read the bucket and use its key');
    expect([line('schedules')?.verdict, line('dead letters')?.verdict]).toEqual(['ok', 'ok']);
    expect(line('policy')).toBeUndefined();
  });
});
