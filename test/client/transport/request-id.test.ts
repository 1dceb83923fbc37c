import { describe, expect, it } from 'vitest';
import { additional, clientOnServer, errorOf } from '../client-on-server.ts';
import type { Reply } from '../scripted-server.ts';

const identified = (id: string, reply: Exclude<Reply, string> = {}): Reply => ({
  ...reply,
  headers: { 'x-request-id': id },
});

const listen = () => {
  const ids: string[] = [];
  return { ids, onRequestId: (id: string) => void ids.push(id) };
};

describe('the request id of a write', () => {
  it.each(['deleteEndpoint', 'deleteIntegration'] as const)(
    'is reported by %s, also if the object is already deleted',
    async (method) => {
      const { client } = await clientOnServer([identified('r1'), identified('r2', { status: 404 })]);
      const { ids, onRequestId } = listen();
      await client[method]('p', 'id', onRequestId);
      await client[method]('p', 'id', onRequestId);
      expect(ids).toEqual(['r1', 'r2']);
    },
  );

  it('is reported for a refused write', async () => {
    const { client } = await clientOnServer([identified('r1', { status: 400, json: { message: 'No.' } })]);
    const { ids, onRequestId } = listen();
    await errorOf(client.updateSearchConfiguration('p', 's', { index_patterns: [] }, onRequestId));
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
    const { ids, onRequestId } = listen();
    await client.createEndpoint('p', 'headroom-a', additional(200), onRequestId);
    expect(ids).toEqual(['r1', 'r2']);
  });

  it('is not reported if the platform sends none', async () => {
    const { client } = await clientOnServer([{}]);
    const { ids, onRequestId } = listen();
    await client.deleteIntegration('p', 'i1', onRequestId);
    expect(ids).toEqual([]);
  });
});
