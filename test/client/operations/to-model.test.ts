import { describe, expect, it } from 'vitest';
import { toEndpoints, toEvent, toIntegrations, toService } from '../../../lib/client/operations/to-model.ts';

const integration = {
  service_integration_id: 'i1',
  integration_type: 'autoscaler',
  source_service: 'orders',
  dest_endpoint_id: 'e1',
};
const service = { service_name: 'orders', service_type: 'pg', plan: 'startup-4', state: 'RUNNING' };

describe('integrations', () => {
  it('are taken with the endpoint at either end (§4.5 integration-create)', () => {
    const reversed = {
      service_integration_id: 'i2',
      integration_type: 'autoscaler',
      dest_service: 'orders',
      source_endpoint_id: 'e2',
      dest_endpoint_id: null,
    };
    expect(toIntegrations([integration, reversed])).toEqual([
      { id: 'i1', endpointId: 'e1' },
      { id: 'i2', endpointId: 'e2' },
    ]);
  });

  it.each([
    ['merely possible', { ...integration, service_integration_id: null }],
    ['without an id', { ...integration, service_integration_id: undefined }],
    ['for something else', { ...integration, integration_type: 'metrics' }],
    ['between services', { ...integration, dest_endpoint_id: null }],
  ])('that are %s are left out', (_name, record) => {
    expect(toIntegrations([record])).toEqual([]);
  });
});

describe('a service', () => {
  it('reports unknown values', () => {
    expect(toService(service)).toEqual({
      name: 'orders',
      type: 'pg',
      plan: 'startup-4',
      cloud: '',
      state: 'RUNNING',
      diskMb: null,
      tags: null,
      integrations: null,
    });
  });

  it('distinguishes no tags from unknown tags', () => {
    expect(toService({ ...service, tags: {} }).tags).toEqual({});
    expect(toService({ ...service, tags: null }).tags).toBeNull();
  });
});

it('endpoints for other purposes are left out, and a maximum that cannot be read is null', () => {
  const endpoint = { endpoint_id: 'e1', endpoint_name: 'headroom-a', endpoint_type: 'disk_storage' };
  const config = { autoscaler: { max_additional_storage: '200' } };
  expect(
    toEndpoints([
      { ...endpoint, user_config: config },
      { ...endpoint, endpoint_id: 'e2', user_config: null },
      { ...endpoint, endpoint_id: 'e3', endpoint_type: 'datadog', user_config: config },
    ]),
  ).toEqual([
    { id: 'e1', name: 'headroom-a', maximum: { kind: 'additional', gb: 200 } },
    { id: 'e2', name: 'headroom-a', maximum: { kind: 'additional', gb: null } },
  ]);
});

it.each([
  ['a precision of microseconds', '2026-01-01T10:00:00.250999Z', '2026-01-01T10:00:00.250Z'],
  ['a zone', '2026-01-01T12:00:00+02:00', '2026-01-01T10:00:00.000Z'],
])('the time of an event with %s has the form of all other times', (_, time, expected) => {
  expect(toEvent({ id: '1', time, event_type: 'service_create' }).time).toBe(expected);
});

it('an event of the project itself has no service', () => {
  const event = { id: '1', time: '2026-01-01T00:00:00Z', event_type: 'project_vpc_create' };
  expect(toEvent({ ...event, service_name: '' }).service).toBeNull();
  expect(toEvent({ ...event, service_name: 'orders' })).toEqual({
    id: '1',
    time: '2026-01-01T00:00:00.000Z',
    type: 'project_vpc_create',
    service: 'orders',
    actor: null,
    description: '',
  });
});
