import { ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { DescribeSecretCommand } from '@aws-sdk/client-secrets-manager';
import { describe, expect, it } from 'vitest';
import { keys } from '../../../lib/run/store/keys.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { resources } from '../../aws/mocked-deployment.ts';
import { canary, openDeployed } from './deployed-status.ts';

describe('the lines of the tokens of a deployment', () => {
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

  it('has a line for each of several tokens, and says which one is missing, refused or ends soon', async () => {
    const { look, addSecret, store } = await openDeployed();
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
});
