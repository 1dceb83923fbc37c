import { describe, expect, it, test } from 'vitest';
import {
  endpointConfig,
  endpointCreate,
  endpointUpdate,
  integrationCreate,
  serviceCreate,
  serviceTagBodies,
} from '../../../lib/platform/protocol/requests.ts';
import { maximumFromWire, maximumToWire as toWire } from '../../../lib/wire/maximum.ts';

/** The configuration after the checks of a platform that serves both profiles. */
const configOf = (user_config: unknown) => {
  const body = endpointUpdate.safeParse({ user_config });
  return body.success ? endpointConfig('additional', body.data, 'both').safeParse(body.data) : body;
};
const maximumToWire = (gb: number) => toWire({ kind: 'additional', gb });
const gbOf = (config: Record<string, unknown>) => maximumFromWire('additional', config).gb;

describe('user_config of an autoscaler endpoint (§2.1 user_config, §2.1 max_additional_storage)', () => {
  it('takes what maximumToWire writes, and 0', () => {
    for (const gb of [200, 0]) expect(gbOf(configOf(maximumToWire(gb)).data?.user_config ?? {})).toBe(gb);
  });

  it('takes the form of the client, with the key at the top level, and makes it the nested one (§2.1 client form)', () => {
    expect(configOf({ max_additional_storage: '50' }).data?.user_config).toEqual(maximumToWire(50));
  });

  test.each([
    ['a number', { autoscaler: { max_additional_storage: 200 } }],
    ['a sign', { autoscaler: { max_additional_storage: '-1' } }],
    ['a fraction', { autoscaler: { max_additional_storage: '1.5' } }],
    ['a unit', { autoscaler: { max_additional_storage: '200GB' } }],
    ['blank', { autoscaler: { max_additional_storage: '' } }],
    ['more digits than are exact', { autoscaler: { max_additional_storage: '1234567890123456' } }],
    ['an unknown member inside', { autoscaler: { max_additional_storage: '1', max: '2' } }],
    ['an unknown member beside', { autoscaler: { max_additional_storage: '1' }, other: 1 }],
    ['both forms at once', { autoscaler: { max_additional_storage: '1' }, max_additional_storage: '2' }],
    ['nothing', {}],
    ['null', null],
    ['a list', []],
  ])('refuses %s', (_what, config) => {
    expect(configOf(config).success).toBe(false);
  });
});

describe('other bodies', () => {
  const endpoint = { endpoint_name: 'e', endpoint_type: 'disk_storage', user_config: maximumToWire(1) };

  it('lets members pass that no rule names', () => {
    expect(endpointCreate.both.safeParse({ ...endpoint, extra: true }).success).toBe(true);
  });

  test.each([
    ['', 'empty'],
    ['x'.repeat(41), 'long'],
    ['a\nb', 'unprintable'],
  ])('refuses the endpoint name %j: %s (§2.1 endpoint_name)', (name) => {
    expect(endpointCreate.both.safeParse({ ...endpoint, endpoint_name: name }).success).toBe(false);
  });

  it('takes nulls for the unused members of an integration, and other types but in the documented profile', () => {
    const unused = { source_endpoint_id: null, dest_service: null, dest_project: null };
    const body = {
      integration_type: 'autoscaler',
      source_service: 's',
      dest_endpoint_id: 'e',
      user_config: {},
      ...unused,
    };
    expect(integrationCreate.both.safeParse(body).success).toBe(true);
    const metrics = { ...body, source_project: 'p', integration_type: 'metrics' };
    expect(integrationCreate.both.safeParse(metrics).success).toBe(true);
    expect(integrationCreate.documented.safeParse(metrics).success).toBe(false);
    expect(integrationCreate.both.safeParse({ ...body, integration_type: 'novelty' }).success).toBe(false);
  });

  test.each(['Upper', 'under_score', '-dash', '', 'x'.repeat(65), '../etc', 'a b'])(
    'refuses the service name %j',
    (name) => {
      const body = { service_name: name, service_type: 'pg', plan: 'startup-4' };
      expect(serviceCreate.safeParse(body).success).toBe(false);
    },
  );

  it('takes null only where a tag is to go away', () => {
    expect(serviceTagBodies.update.safeParse({ tags: { env: null } }).success).toBe(true);
    expect(serviceTagBodies.replace.safeParse({ tags: { env: null } }).success).toBe(false);
  });

  test.each(['1st', '', 'a b', 'x'.repeat(65), '_hidden'])('refuses the tag key %j', (key) => {
    expect(serviceTagBodies.replace.safeParse({ tags: { [key]: 'v' } }).success).toBe(false);
  });

  it('drops the key __proto__ without harm', () => {
    const body: unknown = JSON.parse('{"tags":{"__proto__":"v","env":"prod"}}');
    expect(Object.entries(serviceTagBodies.replace.parse(body).tags)).toEqual([['env', 'prod']]);
  });
});
