import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { createSecretChannels } from '../../lib/aws/channels.ts';
import { SecretUnavailable } from '../../lib/contract/errors.ts';
import { signedSubject } from '../../lib/core/notices/sender.ts';
import type { Outgoing } from '../../lib/ports.ts';
import { startReceiver } from '../channels/receiver.ts';

/** Text of the secret that nothing may repeat. */
const canary = 'CANARY5c81';

const sender = { organization: 'org-example' };
const message: Outgoing = {
  id: 'run-1~ops',
  channel: 'ops',
  links: {},
  message: {
    sender,
    urgent: true,
    onlyPagers: false,
    subject: signedSubject(sender, 'a disk is full'),
    items: [],
    omitted: 0,
  },
};

const open = () => {
  const client = new SecretsManagerClient({ region: 'us-east-1' });
  const mock = mockClient(client);
  const approval = { workflow: 'arn:aws:states:eu-west-1:111122223333:stateMachine:runs', byRequest: true };
  const channels = createSecretChannels({ client, secret: 'the-secret', approval, clock: { now: () => 0 } });
  const secret = mock.on(GetSecretValueCommand, { SecretId: 'the-secret' });
  return { mock, send: () => channels.send(message), secret };
};

describe('the channels of a secret', () => {
  it('get each message by the addresses that the secret has then', async () => {
    const { url, received } = await startReceiver([{ status: 410 }]);
    const { mock, secret, send } = open();
    const settings = (path: string) => {
      const ops = { kind: 'slack', url: `${url}/${path}` };
      return JSON.stringify({ ops, others: { kind: 'slack', url: `https://example.com/${canary}` } });
    };
    secret.resolvesOnce({ SecretString: settings('former') }).resolves({ SecretString: settings('corrected') });
    expect(await send()).toMatchObject({ problem: 'the channel answered HTTP 410', isFinal: true });
    expect(await send()).toBeNull();
    expect(received.map(({ path }) => path)).toEqual(['/former', '/corrected']);
    expect(received[1]?.body).toContain('a disk is full');
    expect(JSON.stringify(received)).not.toContain(canary);
    expect(mock.commandCalls(GetSecretValueCommand)).toHaveLength(2);
  });

  it('wait while the secret has no value yet', async () => {
    const { secret, send } = open();
    secret
      .rejectsOnce(new ResourceNotFoundException({ message: canary, $metadata: {} }))
      .resolves({ SecretString: undefined });
    const waiting = { problem: 'the channels have no settings yet', isFinal: false, waitMs: null };
    expect([await send(), await send()]).toEqual([waiting, waiting]);
  });

  it.each([
    ['is no JSON', `{"ops": ${canary}`],
    ['has a wrong address', JSON.stringify({ ops: { kind: 'slack', url: `http://example.com/${canary}` } })],
    ['has a short key', JSON.stringify({ ops: { kind: 'webhook', url: 'https://example.com', signingKey: canary } })],
    ['has no such channel', JSON.stringify({ [canary]: { kind: 'slack', url: 'https://example.com' } })],
  ])('repeat nothing of a document that %s', async (_, document) => {
    const { secret, send } = open();
    secret.resolves({ SecretString: document });
    const failure = await send();
    expect(failure).toMatchObject({ isFinal: true });
    expect(JSON.stringify(failure)).not.toContain(canary);
  });

  it('throw an error with the secret’s name and nothing else where it cannot be read', async () => {
    const { secret, send } = open();
    const denied = Object.assign(new Error(`denied: ${canary}`), { name: 'AccessDeniedException' });
    secret.rejects(denied);
    const error = await send().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SecretUnavailable);
    expect(String(error)).toContain('the-secret (AccessDeniedException)');
    expect(String(error)).not.toContain(canary);
  });
});
