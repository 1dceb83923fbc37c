import { ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { DescribeSecretCommand } from '@aws-sdk/client-secrets-manager';
import { describe, expect, it } from 'vitest';
import { keys } from '../../../lib/run/store/keys.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { resources } from '../../aws/mocked-deployment.ts';
import { openDeployed } from './deployed-status.ts';

describe('the line of the token of a deployment', () => {
  it('knows of a token that only people replace, where the stack has no rotation', async () => {
    const { look, mocks, manager } = await openDeployed();
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
    const { look, store } = await openDeployed();
    const note = (checkedAt: string, expiresAt: string | null) =>
      writeObject(store, keys.tokenExpiry, { checkedAt, expiresAt, lifetimeMs: null });
    await note('2026-03-02T08:30:00Z', '2026-03-06T09:00:00Z');
    expect((await look()).line('secret')).toMatchObject({
      verdict: 'problem',
      says: expect.stringContaining('the token expires in 4 days'),
      remedy: 'headroom runbook token-expiring',
    });
    await note('2026-03-02T08:30:00Z', null);
    expect((await look()).line('secret')?.verdict).toBe('ok');
    await note('2026-03-02T07:30:00Z', '2026-03-06T09:00:00Z');
    expect((await look()).line('secret')?.verdict).toBe('ok');
  });
});
