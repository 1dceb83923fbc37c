import { describe, expect, it } from 'vitest';
import { clientOnServer } from '../client-on-server.ts';

const service = {
  service_name: 'orders',
  service_type: 'pg',
  plan: 'startup-4',
  cloud_name: 'aws-eu-west-1',
  state: 'RUNNING',
  disk_space_mb: 81920,
  tags: { team: 'orders' },
  service_integrations: [
    { service_integration_id: 'i1', integration_type: 'autoscaler', dest_endpoint_id: 'e1' },
    { service_integration_id: null, integration_type: 'autoscaler', dest_endpoint_id: 'e2' },
    { service_integration_id: 'i3', integration_type: 'metrics', dest_service: 'm' },
  ],
  novelty: { of: 'tomorrow' },
};

describe('a list of services with an odd record', () => {
  it('shows a record without a name by an empty one, so that it hides no other service', async () => {
    const spoilt = [{ ...service, service_name: null }, 'orders', service];
    const { client } = await clientOnServer([{ json: { services: spoilt } }]);
    expect((await client.listServices('p')).map(({ name, state }) => [name, state])).toEqual([
      ['', ''],
      ['', ''],
      ['orders', 'RUNNING'],
    ]);
  });

  it('reads a size that is a text of digits', async () => {
    const { client } = await clientOnServer([{ json: { services: [{ ...service, disk_space_mb: '81920' }] } }]);
    expect(await client.listServices('p')).toMatchObject([{ diskMb: 81920 }]);
  });

  it.each([
    ['no type', { integration_type: null }, 'one of its integrations cannot be read (integration_type: '],
    [
      'no readable id',
      { service_integration_id: 7 },
      'one of its integrations cannot be read (service_integration_id: ',
    ],
    ['no readable endpoint', { dest_endpoint_id: 7 }, 'one of its integrations cannot be read (dest_endpoint_id: '],
    ['no endpoint', { dest_endpoint_id: null }, 'its autoscaler integration names no endpoint'],
  ])('an integration with %s spoils its own service alone, and its endpoint still counts', async (_, more, problem) => {
    const integration = {
      service_integration_id: 'i1',
      integration_type: 'autoscaler',
      dest_endpoint_id: 'e1',
      ...more,
    };
    const spoilt = { ...service, service_integrations: [integration] };
    const { client } = await clientOnServer([{ json: { services: [spoilt, service] } }]);
    const [first, second] = await client.listServices('p');
    expect(first?.problem).toContain(problem);
    expect(first?.integrations?.map(({ endpointId }) => endpointId)).toEqual('dest_endpoint_id' in more ? [] : ['e1']);
    expect(second).not.toHaveProperty('problem');
  });

  it.each([
    ['a possible one without a type', { service_integration_id: null, integration_type: null }],
    ['flags of another kind', { service_integration_id: 'i1', enabled: 1, active: 'true' }],
  ])('an integration spoils nothing by %s', async (_, more) => {
    const integration = { integration_type: 'metrics', dest_endpoint_id: 'e1', ...more };
    const { client } = await clientOnServer([
      { json: { services: [{ ...service, service_integrations: [integration] }] } },
    ]);
    const [first] = await client.listServices('p');
    expect([first?.integrations, first?.problem]).toEqual([[], undefined]);
  });
});
