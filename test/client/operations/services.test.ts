import { describe, expect, it } from 'vitest';
import { clientOnServer, errorOf } from '../client-on-server.ts';

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

describe('listing services', () => {
  it('gives them all in one call, with their tags and autoscaler integrations', async () => {
    const bare = { service_name: 'b', service_type: 'kafka', plan: 'x', state: 'POWEROFF' };
    const { client, server } = await clientOnServer([{ json: { services: [service, bare], more: 1 } }]);
    expect(await client.listServices('p')).toEqual([
      {
        name: 'orders',
        type: 'pg',
        plan: 'startup-4',
        cloud: 'aws-eu-west-1',
        state: 'RUNNING',
        diskMb: 81920,
        tags: { team: 'orders' },
        integrations: [{ id: 'i1', endpointId: 'e1' }],
      },
      {
        name: 'b',
        type: 'kafka',
        plan: 'x',
        cloud: '',
        state: 'POWEROFF',
        diskMb: null,
        tags: null,
        integrations: null,
      },
    ]);
    expect(server.lines()).toEqual(['GET /v1/project/p/service']);
    expect(client.calls()).toEqual({ reads: 1, writes: 0 });
  });

  it.each([
    [
      'records of which none has a name',
      {
        json: {
          services: [
            { ...service, service_name: null },
            { ...service, service_name: '' },
          ],
        },
      },
      'services.0.service_name: ',
    ],
    ['another form', { json: { service: [] } }, 'services: '],
    ['a list in place of an object', { json: [] }, 'the answer: '],
    ['nothing', {}, 'the answer: '],
    ['text', { text: 'maintenance' }, 'it is not JSON; check the base URL'],
  ])('fails on %s and names path and member', async (_name, reply, problem) => {
    const { client, server } = await clientOnServer([reply]);
    const error = await errorOf(client.listServices('p'));
    expect(error.name).toBe('PlatformAnswerInvalid');
    expect(error.message).toContain(`[GET] "/project/p/service": 200 unexpected answer: ${problem}`);
    expect(server.received).toHaveLength(1);
  });

  it('takes a member of the wrong kind as one that is not there, so that it hides neither its record nor another one', async () => {
    const spoilt = {
      service_name: 'spoilt',
      service_type: 7,
      plan: null,
      cloud_name: ['aws'],
      state: {},
      disk_space_mb: '80 GB',
      tags: { team: 7 },
      service_integrations: [{ integration_type: null }],
      user_config: 'none',
    };
    const { client } = await clientOnServer([{ json: { services: [spoilt, service] } }, { json: { service: spoilt } }]);
    const read = {
      name: 'spoilt',
      type: '',
      plan: '',
      cloud: '',
      state: '',
      diskMb: null,
      tags: null,
      integrations: [],
    };
    expect(await client.listServices('p')).toEqual([read, expect.objectContaining({ name: 'orders' })]);
    expect(await client.getService('p', 'spoilt')).toEqual(read);
  });

  it('names the bounds of an autoscaler that changes the plan, as far as the record says them', async () => {
    const of = async (more: object) => {
      const integration = { service_integration_id: 'i9', integration_type: 'autoscaler_service', ...more };
      const { client } = await clientOnServer([
        { json: { services: [{ ...service, service_integrations: [integration] }] } },
      ]);
      const [{ planAutoscaler, integrations } = {}] = await client.listServices('p');
      return [planAutoscaler, integrations];
    };
    const bounds = { min_plan: 'startup-4', max_plan: 'business-8' };
    expect(await of({ user_config: bounds })).toEqual([{ minPlan: 'startup-4', maxPlan: 'business-8' }, []]);
    expect(await of({ user_config: 'any' })).toEqual([{ minPlan: null, maxPlan: null }, []]);
    expect(await of({ service_integration_id: null })).toEqual([undefined, []]);
  });

  it('gives the primary of a read replica and the source of a fork', async () => {
    const of = async (integration: object, user_config = {}) => {
      const service_integrations = [{ service_integration_id: 'i9', integration_type: 'read_replica', ...integration }];
      const { client } = await clientOnServer([
        { json: { services: [{ ...service, service_integrations, user_config }] } },
      ]);
      const [{ replicaOf, forkOf } = {}] = await client.listServices('p');
      return [replicaOf, forkOf];
    };
    const here = { source_service: 'main', dest_service: 'orders' };
    expect(await of(here)).toEqual([{ project: null, service: 'main' }, undefined]);
    expect((await of({ ...here, source_project: 'q' }))[0]).toEqual({ project: 'q', service: 'main' });
    expect(await of({ source_service: 'orders', dest_service: 'copy' })).toEqual([undefined, undefined]);
    expect(await of({ ...here, service_integration_id: null })).toEqual([undefined, undefined]);
    expect((await of({}, { service_to_fork_from: 'main' }))[1]).toEqual({ project: null, service: 'main' });
    const elsewhere = { service_to_fork_from: 'main', project_to_fork_from: 'q' };
    expect((await of({}, elsewhere))[1]).toEqual({ project: 'q', service: 'main' });
  });

  it('gives the creation and a pending maintenance with its start, where the platform says them', async () => {
    const updates = (...all: unknown[]) => ({ maintenance: { dow: 'sunday', updates: all } });
    const of = async (more: object) => {
      const { client } = await clientOnServer([{ json: { services: [{ ...service, ...more }] } }]);
      const [{ createdAt, pendingMaintenance } = {}] = await client.listServices('p');
      return { createdAt, pendingMaintenance };
    };
    const startsAt = '2026-03-08T03:00:00.000Z';
    expect(await of({ create_time: '2026-01-02T03:04:05Z' })).toEqual({ createdAt: '2026-01-02T03:04:05.000Z' });
    expect(await of(updates({ start_at: '2026-03-08T03:00:00Z' }))).toEqual({ pendingMaintenance: { startsAt } });
    const switchover = { state: 'scheduled', scheduled_start_time: '2026-03-08T03:00:00Z' };
    expect(await of(updates({ start_at: null }, { controlled_switchover: switchover }))).toEqual({
      pendingMaintenance: { startsAt },
    });
    for (const unreadable of [
      {},
      'soon',
      { start_at: 7 },
      { start_at: 'soon' },
      { start_at: '+012345-01-01T00:00:00Z' },
    ]) {
      expect(await of(updates(unreadable))).toEqual({ pendingMaintenance: { startsAt: null } });
    }
    for (const none of [
      updates(),
      { maintenance: { updates: 'many' } },
      { maintenance: null },
      { create_time: 'once' },
    ]) {
      expect(await of(none)).toEqual({});
    }
  });

  it('reports each wait before it begins', async () => {
    const reports: unknown[] = [];
    const { client } = await clientOnServer([{ status: 503 }, { json: { services: [] } }], {
      onRetry: (retrying) => reports.push(retrying),
    });
    await client.listServices('p');
    expect(reports).toEqual([
      {
        method: 'GET',
        path: '/project/p/service',
        tries: 1,
        most: 6,
        isConnection: false,
        waitMs: 1_000,
        reason: '503',
      },
    ]);
  });
});

it('the tags of one service are read from its own path', async () => {
  const { client, server } = await clientOnServer([{ json: { tags: { a: 'b' } } }]);
  expect(await client.listServiceTags('p', 'ord ers')).toEqual({ a: 'b' });
  expect(server.lines()).toEqual(['GET /v1/project/p/service/ord%20ers/tags']);
});

describe('the specification of a plan', () => {
  it('is its own disk', async () => {
    const { client, server } = await clientOnServer([{ json: { disk_space_mb: 81920, service_plan: 'startup-4' } }]);
    expect(await client.planSpecification('p', 'pg', 'startup-4')).toEqual({ diskMb: 81920, capMb: null });
    expect(server.lines()).toEqual(['GET /v1/project/p/service-types/pg/plans/startup-4']);
  });

  it('is undefined when the platform does not describe the plan', async () => {
    const { client } = await clientOnServer([{ status: 404, json: { message: 'Plan does not exist' } }]);
    expect(await client.planSpecification('p', 'pg', 'custom-1')).toBeUndefined();
  });

  it('fails on any other refusal', async () => {
    const { client } = await clientOnServer([{ status: 403, json: { message: 'No' } }]);
    expect(await errorOf(client.planSpecification('p', 'pg', 'x'))).toMatchObject({ name: 'PlatformForbidden' });
  });
});

describe('a new size of a disk', () => {
  it('is one write of nothing but the size, also where it is sent again', async () => {
    const { client, server } = await clientOnServer([{ status: 503, json: {} }, { json: { service } }]);
    await client.resizeDisk('p', 'orders', 102_400);
    expect(server.received.map(({ line, body }) => [line, body])).toEqual(
      Array.from({ length: 2 }, () => ['PUT /v1/project/p/service/orders', { disk_space_mb: 102_400 }]),
    );
  });

  it('fails with the refusal of the platform', async () => {
    const { client } = await clientOnServer([{ status: 400, json: { message: 'A disk of 1 MB cannot hold it' } }]);
    expect(await errorOf(client.resizeDisk('p', 'orders', 1))).toMatchObject({
      name: 'PlatformRefused',
      message: expect.stringContaining('A disk of 1 MB cannot hold it'),
    });
  });
});
