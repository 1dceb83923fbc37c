import { ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { GetScheduleCommand } from '@aws-sdk/client-scheduler';
import { DescribeSecretCommand } from '@aws-sdk/client-secrets-manager';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { keys } from '../../../lib/run/store/keys.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { resources } from '../../aws/mocked-deployment.ts';
import { storeReport } from '../../run/stored.ts';
import { canary, openDeployed, report } from './deployed-status.ts';

describe('the status of a deployment', () => {
  it('is ok in every line, shows the next rotation, and never reads the token', async () => {
    const { look, manager, mocks } = await openDeployed();
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

  it('looks at the deployment alone, whatever its id in the stack and whatever else the stack contains', async () => {
    const { look, mocks, manager } = await openDeployed();
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
    const { look, mocks } = await openDeployed();
    mocks.queues
      .on(GetQueueAttributesCommand, { QueueUrl: 'https://sqs/events-dead' })
      .resolves({ Attributes: { ApproximateNumberOfMessages: '4' } });
    expect((await look()).line('dead letters')).toMatchObject({
      verdict: 'problem',
      says: '4 waiting in events',
      remedy: 'headroom runbook events-dead',
    });
  });

  it('says whose the store is, and that no run of another deployment starts', async () => {
    const { look, store } = await openDeployed();
    expect((await look()).owner).toBeNull();
    const of = (stack: string) => ({
      organization: 'org-example',
      stack: `arn:aws:cloudformation:eu-west-1:123456789012:stack/${stack}`,
    });
    const held = (stack: string) =>
      store.put(
        keys.lease,
        JSON.stringify({
          version: 1,
          runId: 'run-1',
          holder: 'hourly pass',
          expiresAt: '2026-03-02T08:05:00Z',
          owner: of(stack),
        }),
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
    const { look, mocks, store } = await openDeployed();
    await storeReport(store, report({ endedAt: '2026-03-02T05:59:00Z' }));
    expect((await look()).line('last run')).toMatchObject({ verdict: 'problem' });
    expect((await look(4)).line('last run')).toMatchObject({ verdict: 'ok' });
    mocks.scheduler.on(GetScheduleCommand).resolves({ State: 'DISABLED', Description: 'Headroom: whole pass' });
    const idle = await look();
    expect([idle.line('last run')?.verdict, idle.line('schedules')?.verdict]).toEqual(['ok', 'attention']);
  });

  it('names the command that approves without the token, which only the functions have', async () => {
    const { look, store } = await openDeployed();
    await storeReport(store, report({ outcome: 'needs-approval', plan: null }));
    expect((await look()).line('last run')).toMatchObject({
      verdict: 'attention',
      remedy: 'review the plan, then approve it: headroom approve --stack headroom DIGEST',
    });
  });

  it('holds the age of the readings against the promise of the schedule, unless nothing starts by itself', async () => {
    const { look, mocks, store } = await openDeployed();
    expect((await look()).line('readings')?.says).toBe('none yet; the next run reads every project');
    const projects = { shop: { readAt: '2026-03-02T08:00:00Z' }, pay: { readAt: '2026-03-02T04:59:00Z' } };
    const promised = { promisedMinutes: 120, newServiceMinutes: 8 };
    await writeObject(store, keys.inventoryIndex, { organization: 'org', projects, policy: '', ...promised });
    expect((await look()).line('readings')).toEqual({
      subject: 'readings',
      verdict: 'problem',
      says: '2 projects; the oldest is 4 hours old (pay); promised: 2 hours; a new service gets its autoscaler within 8 minutes',
      figures: { projects: 2, oldestMinutes: expect.any(Number), ...promised },
      remedy: 'headroom runbook readings-overdue',
    });
    mocks.scheduler.on(GetScheduleCommand).resolves({ State: 'DISABLED', Description: 'Headroom: whole pass' });
    expect((await look()).line('readings')).toMatchObject({
      verdict: 'ok',
      says: '2 projects; the oldest is 4 hours old (pay)',
    });
  });

  it('reports the platform and the permissions as the last run observed them', async () => {
    const { look, store } = await openDeployed();
    const unread = [{ project: 'shop', error: 'PlatformForbidden', message: '403' }];
    await storeReport(store, report({ outcome: 'partial', unread }));
    expect((await look()).line('permissions')).toMatchObject({ verdict: 'problem' });
    const failed = { outcome: 'failed', error: 'PlatformUnauthorized', cause: '401 at the first call' } as const;
    await storeReport(store, report(failed));
    expect((await look()).line('platform')?.says).toContain('PlatformUnauthorized: 401 at the first call');
    await store.delete(keys.reported);
    expect((await look()).line('platform')).toMatchObject({
      verdict: 'problem',
      remedy: expect.stringContaining('run'),
    });
  });

  it('reports a failed request as a problem of its own line only', async () => {
    const { look, mocks } = await openDeployed();
    mocks.scheduler.on(GetScheduleCommand).rejects(new Error('not authorized'));
    const { lines } = await look();
    expect(lines.filter(({ verdict }) => verdict !== 'ok').map(({ subject }) => subject)).toEqual(['schedules']);
  });

  it('still tells what it can of a deployment whose bucket or key its reader may not use', async () => {
    const { look, s3 } = await openDeployed();
    s3.on(GetObjectCommand).rejects(Object.assign(new Error('Access Denied'), { name: 'AccessDenied' }));
    const { line } = await look();
    expect(line('last run')).toMatchObject({ verdict: 'problem', says: expect.stringContaining('AccessDenied') });
    expect(line('mode')?.remedy).toBe('check that you may read the bucket and use its key');
    expect([line('schedules')?.verdict, line('dead letters')?.verdict]).toEqual(['ok', 'ok']);
    expect(line('policy')).toBeUndefined();
  });
});
