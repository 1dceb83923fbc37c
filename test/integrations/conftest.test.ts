import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRego } from './rego.ts';

let rego: Awaited<ReturnType<typeof openRego>>;
beforeAll(async () => {
  rego = await openRego();
});
afterAll(() => rego.close());

/** A resource as `terraform show -json` prints it. */
const resource = (type: string, after: object | null, before: object | null = null) => ({
  address: `${type}.it`,
  mode: 'managed',
  type,
  change: { actions: after === null ? ['delete'] : ['create'], before, after },
});
const planOf = (...resources: object[]) => ({ format_version: '1.2', resource_changes: resources });

const said = (set: 'deny' | 'warn', messages: readonly string[], plan: object, decisions?: readonly object[]) =>
  expect(
    rego.holds(
      `${set} == ${messages.length === 0 ? 'set()' : `{${messages.map((one) => JSON.stringify(one)).join(', ')}}`}`,
      plan,
      decisions,
    ),
  ).toBe(true);

const integration = resource('aiven_service_integration', {
  project: 'shop',
  source_service_name: 'orders',
  integration_type: 'autoscaler',
});
const gives =
  'aiven_service_integration.it gives shop/orders an autoscaler that Headroom leaves alone: remove the resource, or the service from the policy';
const sized = (fields: object) => resource('aiven_pg', { project: 'shop', service_name: 'orders', ...fields });
const sets = (field: string) =>
  `aiven_pg.it sets ${field} of shop/orders, so an apply would undo what the autoscaler added: remove the field`;
const enabled = (service: string, effect = 'enable') => ({ project: 'shop', service, effect });

describe('the rules for Conftest', () => {
  it('refuse a resource that manages an endpoint of Headroom, also one that deletes it', () => {
    const message =
      'aiven_service_integration_endpoint.it manages an endpoint of Headroom, which would change it back: remove the resource';
    const values = { endpoint_name: 'headroom-orders', endpoint_type: 'autoscaler' };
    said('deny', [message], planOf(resource('aiven_service_integration_endpoint', values)));
    said('deny', [message], planOf(resource('aiven_service_integration_endpoint', null, values)));
    said('deny', [], planOf(resource('aiven_service_integration_endpoint', { ...values, endpoint_name: 'own' })));
  });

  it('warn of an autoscaler for a service that Headroom manages, and of no other integration', () => {
    said('warn', [gives], planOf(integration), [enabled('orders')]);
    said('warn', [], planOf(integration), [enabled('orders', 'ignore'), enabled('other')]);
    said('warn', [], planOf(resource('aiven_service_integration', { integration_type: 'metrics' })));
  });

  it('warn of every autoscaler where the decisions are not given, because the service may be managed', () => {
    said('warn', [gives], planOf(integration));
  });

  it('warn of a disk size that an apply would set back, and not of an empty one', () => {
    said(
      'warn',
      [sets('additional_disk_space'), sets('disk_space')],
      planOf(sized({ additional_disk_space: '30GiB', disk_space: '80GiB' })),
    );
    said('warn', [], planOf(sized({ additional_disk_space: '', disk_space: null })));
    said('warn', [], planOf(sized({ additional_disk_space: '30GiB' })), []);
  });

  it('say nothing of a plan without resources, and of data sources', () => {
    said('warn', [], planOf());
    said('deny', [], planOf());
    said('warn', [], planOf({ ...integration, mode: 'data' }));
  });

  it('are judged by the engine: a wrong sentence about them is false', () => {
    expect(rego.holds('warn == {"something else"}', planOf(integration))).toBe(false);
    expect(rego.holds('count(deny) == 1', planOf(integration))).toBe(false);
  });
});
