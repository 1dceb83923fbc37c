import { describe, expect, it } from 'vitest';
import { additional, clientOnServer, errorOf } from '../client-on-server.ts';
import type { Reply } from '../scripted-server.ts';

const identified = (id: string, reply: Exclude<Reply, string> = {}): Reply => ({
  ...reply,
  headers: { 'x-request-id': id },
});

const listen = () => {
  const ids: string[] = [];
  return { ids, watch: { onRequestId: (id: string) => void ids.push(id) } };
};

describe('the request id of a write', () => {
  it.each(['deleteEndpoint', 'deleteIntegration'] as const)(
    'is reported by %s, also if the object is already deleted',
    async (method) => {
      const { client } = await clientOnServer([identified('r1'), identified('r2', { status: 404 })]);
      const { ids, watch } = listen();
      await client[method]('p', 'id', watch);
      await client[method]('p', 'id', watch);
      expect(ids).toEqual(['r1', 'r2']);
    },
  );

  it('is reported for a refused write', async () => {
    const { client } = await clientOnServer([identified('r1', { status: 400, json: { message: 'No.' } })]);
    const { ids, watch } = listen();
    await errorOf(client.updateSearchConfiguration('p', 's', { index_patterns: [] }, watch));
    expect(ids).toEqual(['r1']);
  });

  it('is that of the last try, whatever was looked at in between', async () => {
    const record = (gb: string) => ({
      endpoint_id: 'e1',
      endpoint_name: 'headroom-a',
      endpoint_type: 'disk_storage',
      user_config: { autoscaler: { max_additional_storage: gb } },
    });
    const { client } = await clientOnServer([
      identified('r1', { status: 409, json: { message: 'In use' } }),
      identified('look', { json: { service_integration_endpoints: [record('50')] } }),
      identified('r2', { json: { service_integration_endpoint: record('200') } }),
    ]);
    const { ids, watch } = listen();
    await client.createEndpoint('p', 'headroom-a', additional(200), watch);
    expect(ids).toEqual(['r1', 'r2']);
  });

  it('is not followed by another try if the write may not start any more', async () => {
    const { client } = await clientOnServer([identified('r1', { status: 503 }), identified('r2')]);
    const { ids, watch } = listen();
    const mayStart = async () => {
      if (ids.length > 0) throw new Error('the mode is stop');
    };
    const error = await errorOf(client.deleteIntegration('p', 'i1', { ...watch, mayStart }));
    expect(error.message).toBe('the mode is stop');
    expect(ids).toEqual(['r1']);
  });

  it('is not reported if the platform sends none', async () => {
    const { client } = await clientOnServer([{}]);
    const { ids, watch } = listen();
    await client.deleteIntegration('p', 'i1', watch);
    expect(ids).toEqual([]);
  });
});
