import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { handler, policyResource } from '../../lib/aws/policy-resource.ts';
import type { Store } from '../../lib/ports.ts';
import { policyVersions } from '../../lib/run/policy/versions.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../lib/run/store/memory-store.ts';

const document = 'version: 1\nrules: []\n';

const eventOf = (RequestType: 'Create' | 'Update' | 'Delete', properties: object = { Document: document }) =>
  ({
    RequestType,
    ResponseURL: 'https://answers.example.com/1',
    StackId: 'arn:aws:cloudformation:eu-west-1:111122223333:stack/headroom-prod/1',
    RequestId: 'request-1',
    LogicalResourceId: 'Policy',
    ResourceProperties: { ServiceToken: 'arn', ...properties },
  }) as unknown as CloudFormationCustomResourceEvent;

const sent = async (event: CloudFormationCustomResourceEvent, store: Store = createMemoryStore()) => {
  const answers: { url: string; body: Record<string, string> }[] = [];
  const answer = async (url: string, body: string) => void answers.push({ url, body: JSON.parse(body) });
  await policyResource({ store, clock: { now: () => Date.parse('2026-03-02T08:00:00Z') }, answer })(event);
  return { store, answers };
};

/** A bucket of CloudFormation that takes one answer. */
const answerBucket = async () => {
  const received: Pick<IncomingMessage, 'method' | 'headers'>[] = [];
  const server = createServer(async (request, response) => {
    const { method, headers } = request;
    received.push({ method, headers });
    await text(request);
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/answer`, received };
};

describe('the policy of a stack', () => {
  it.each(['Create', 'Update'] as const)('is put into the store at %s, as a version by the stack', async (type) => {
    const { store, answers } = await sent(eventOf(type));
    expect((await store.get(keys.policy))?.body).toBe(document);
    expect(await policyVersions(store)).toMatchObject([{ by: 'the deployment of stack headroom-prod', document }]);
    const { url, body } = answers[0] ?? {};
    expect(url).toBe('https://answers.example.com/1');
    expect(body).toEqual({
      Status: 'SUCCESS',
      Reason: '',
      PhysicalResourceId: 'policy',
      StackId: 'arn:aws:cloudformation:eu-west-1:111122223333:stack/headroom-prod/1',
      RequestId: 'request-1',
      LogicalResourceId: 'Policy',
    });
    expect(answers).toHaveLength(1);
  });

  it('comes after its calendar, without which it would freeze everything', async () => {
    const store = createMemoryStore();
    const order: string[] = [];
    const put: Store['put'] = async (key, ...rest) => {
      order.push(key);
      return store.put(key, ...rest);
    };
    await sent(eventOf('Create', { Document: document, Calendar: { Key: 'calendars/a.ics', Text: 'x' } }), {
      ...store,
      put,
    });
    expect((await store.get('calendars/a.ics'))?.body).toBe('x');
    expect(order.indexOf('calendars/a.ics')).toBeLessThan(order.indexOf(keys.policy));
  });

  it('stays in the store when the stack is removed', async () => {
    const { store } = await sent(eventOf('Create'));
    const { answers } = await sent(eventOf('Delete'), store);
    expect((await store.get(keys.policy))?.body).toBe(document);
    expect(answers[0]?.body.Status).toBe('SUCCESS');
  });

  it('that cannot be stored fails the deployment with the reason, so that CloudFormation does not wait for an hour', async () => {
    const refusing: Store = { ...createMemoryStore(), put: () => Promise.reject(new Error('access denied')) };
    const { answers } = await sent(eventOf('Create'), refusing);
    expect(answers[0]?.body).toMatchObject({ Status: 'FAILED', Reason: 'Error: access denied' });
    const { answers: unreadable } = await sent(eventOf('Create', { Document: 7 }));
    expect(unreadable[0]?.body.Status).toBe('FAILED');
  });

  it('answers with an empty content type: CloudFormation signs its addresses for that, and S3 refuses any other with 403', async () => {
    const { url, received } = await answerBucket();
    vi.stubEnv('HEADROOM_BUCKET', 'bucket');
    onTestFinished(() => void vi.unstubAllEnvs());
    await handler({ ...eventOf('Delete'), ResponseURL: url } as CloudFormationCustomResourceEvent);
    expect(received).toMatchObject([{ method: 'PUT', headers: { 'content-type': '' } }]);
  });
});
