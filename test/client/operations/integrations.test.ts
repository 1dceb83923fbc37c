import { describe, expect, it } from 'vitest';
import { clientOnServer, errorOf } from '../client-on-server.ts';
import type { Reply } from '../scripted-server.ts';

const record = (id: string | null, endpointId: string, type = 'autoscaler') => ({
  service_integration_id: id,
  integration_type: type,
  source_service: 'orders',
  dest_endpoint_id: endpointId,
});
const created: Reply = { json: { service_integration: { ...record('i1', 'e1'), active: false } } };
const list = (...integrations: readonly object[]): Reply => ({ json: { service_integrations: integrations } });
const refusal = (status: number, message: string): Reply => ({ status, json: { message } });

const post = 'POST /v1/project/p/integration';
const look = 'GET /v1/project/p/service/orders/integration';

describe('creating an integration', () => {
  // §2.2 dest_endpoint_id, §2.2 integration_type, §2.2 source_project, §2.2 source_service
  it('sends the four members that the specification asks for, once', async () => {
    const { client, server } = await clientOnServer([created]);
    await client.createIntegration('p', 'orders', 'e1');
    expect(server.received).toMatchObject([
      {
        line: post,
        body: {
          dest_endpoint_id: 'e1',
          integration_type: 'autoscaler',
          source_project: 'p',
          source_service: 'orders',
        },
      },
    ]);
    expect(client.calls()).toEqual({ reads: 0, writes: 1 });
  });

  it('does not create it twice when only the answer is lost', async () => {
    const there: object[] = [];
    const { client, server } = await clientOnServer(({ method }) => {
      if (method === 'GET') return list(...there);
      there.push(record(`i${there.length + 1}`, 'e1'));
      return 'drop';
    });
    await client.createIntegration('p', 'orders', 'e1');
    expect(there).toHaveLength(1);
    expect(server.lines()).toEqual([post, look]);
  });

  it('finds it with its ends reversed', async () => {
    const reversed = {
      service_integration_id: 'i1',
      integration_type: 'autoscaler',
      dest_service: 'orders',
      source_endpoint_id: 'e1',
    };
    const { client, server } = await clientOnServer(['drop', list(reversed)]);
    await client.createIntegration('p', 'orders', 'e1');
    expect(server.lines()).toEqual([post, look]);
  });

  it.each([
    ['nothing', []],
    ['a possible one', [record(null, 'e1')]],
    ['one with another endpoint', [record('i1', 'e2')]],
    ['one of another type', [record('i1', 'e1', 'metrics')]],
  ])('creates it again when it was lost before the effect and there is %s', async (_name, there) => {
    const { client, server } = await clientOnServer(['drop', list(...there), created]);
    await client.createIntegration('p', 'orders', 'e1');
    expect(server.lines()).toEqual([post, look, post]);
  });

  it('creates it again without a look when the platform refused it unseen (429)', async () => {
    const { client, server } = await clientOnServer([refusal(429, 'Slow down'), created]);
    await client.createIntegration('p', 'orders', 'e1');
    expect(server.lines()).toEqual([post, post]);
  });

  it('takes the same one when the platform says that it exists', async () => {
    const { client } = await clientOnServer([
      refusal(409, 'Service integration already exists'),
      list(record('i1', 'e1')),
    ]);
    await expect(client.createIntegration('p', 'orders', 'e1')).resolves.toBeUndefined();
  });

  it('leaves one with another endpoint alone: that is a conflict', async () => {
    const message = 'Only 1 integration(s) of this type allowed per service';
    const { client, server } = await clientOnServer([refusal(409, message), list(record('i1', 'e2'))]);
    const error = await errorOf(client.createIntegration('p', 'orders', 'e1'));
    expect(error).toMatchObject({ name: 'PlatformConflict', call: { status: 409, method: 'POST' } });
    expect(error.message).toContain(message);
    expect(server.lines()).toEqual([post, look]);
  });

  it('fails, not to be repeated, on an answer that is no integration', async () => {
    const { client, server } = await clientOnServer([{ json: { message: 'created' } }]);
    const error = await errorOf(client.createIntegration('p', 'orders', 'e1'));
    expect(error.name).toBe('PlatformAnswerInvalid');
    expect(error.message).toMatch(/"\/project\/p\/integration": 200 unexpected answer: service_integration: /);
    // It still looks for the integration, and creates it only once.
    expect(server.lines().filter((line) => line === post)).toEqual([post]);
  });
});

describe('deleting an integration', () => {
  it.each<[string, Reply]>([
    ['a message', { json: { message: 'deleted' } }],
    ['nothing', { status: 204 }],
    ['404: it is gone already', refusal(404, 'Integration does not exist')],
  ])('is done when the answer is %s', async (_name, reply) => {
    const { client, server } = await clientOnServer([reply]);
    await client.deleteIntegration('p', 'i/1');
    expect(server.lines()).toEqual(['DELETE /v1/project/p/integration/i%2F1']);
    expect(client.calls()).toEqual({ reads: 0, writes: 1 });
  });

  it('fails when it is forbidden, and says which role is needed', async () => {
    const { client } = await clientOnServer([refusal(403, 'Not a project member')]);
    const error = await errorOf(client.deleteIntegration('p', 'i1'));
    expect(error.name).toBe('PlatformForbidden');
    expect(error.message).toMatch(/403 Not a project member; .*operator role/);
  });
});
