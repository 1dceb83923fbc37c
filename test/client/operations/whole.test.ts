import { describe, expect, it } from 'vitest';
import { clientOnServer } from '../client-on-server.ts';

const record = {
  service_name: 'orders',
  service_type: 'pg',
  plan: 'startup-4',
  cloud_name: 'cloud-a',
  state: 'RUNNING',
  disk_space_mb: 81_920,
  node_count: 2,
  node_cpu_count: 'many',
  service_integrations: [
    { service_integration_id: 'i1', integration_type: 'datadog', source_service: 'orders', dest_endpoint_id: 'e1' },
    { service_integration_id: 'i2', integration_type: 'metrics', source_service: 'orders', dest_service: 'other' },
    { service_integration_id: null, integration_type: 'datadog', dest_endpoint_id: 'e2' },
  ],
};

describe('the whole services of a project', () => {
  it('have their hardware and existing integrations with endpoints, and no configuration', async () => {
    const { client } = await clientOnServer([{ json: { services: [record] } }]);
    const { services, unreadable } = await client.whole.services('shop');
    expect(services).toEqual([
      {
        name: 'orders',
        type: 'pg',
        plan: 'startup-4',
        cloud: 'cloud-a',
        state: 'RUNNING',
        diskMb: 81_920,
        tags: null,
        integrations: [{ type: 'datadog', endpointId: 'e1' }],
        nodeCount: 2,
        nodeCpuCount: null,
        nodeMemoryMb: null,
        terminationProtection: false,
      },
    ]);
    expect(unreadable).toEqual([]);
  });

  it('do not hide each other: a record that cannot be read is named', async () => {
    const { client } = await clientOnServer([
      { json: { services: [{ service_name: 'broken', state: 7 }, 'nothing', record] } },
    ]);
    const { services, unreadable } = await client.whole.services('shop');
    expect(services.map(({ name }) => name)).toEqual(['orders']);
    expect(unreadable.map(({ service }) => service)).toEqual(['broken', null]);
    expect(unreadable[0]?.why).toContain('service_type');
  });
});
