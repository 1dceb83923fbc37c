import { describe, expect, it } from 'vitest';
import { untypedIn } from '../../wire/search-options/untyped.ts';
import { served, smallScenario } from '../small-organization.ts';

/** pf 2.8, 2.11 */

describe('types of endpoints and integrations', () => {
  it('name both profiles, each with the schema of its own maximum (pf 2.11, pf 1.4)', async () => {
    const { send } = await served();
    const { endpoint_types } = (await send('GET', '/v1/project/shop/integration_endpoint_types')).body;
    expect(endpoint_types.slice(0, 3)).toMatchObject([
      {
        endpoint_type: 'disk_storage',
        title: expect.any(String),
        service_types: ['pg', 'engine', 'cassandra'],
        user_config_schema: {
          type: 'object',
          required: ['autoscaler'],
          additionalProperties: false,
          properties: {
            autoscaler: {
              type: 'object',
              required: ['max_additional_storage'],
              properties: { max_additional_storage: { type: 'string', pattern: '^\\d{1,15}$' } },
            },
          },
        },
      },
      {
        endpoint_type: 'autoscaler',
        user_config_schema: {
          type: 'object',
          required: ['autoscaling'],
          additionalProperties: false,
          properties: {
            autoscaling: {
              type: 'array',
              maxItems: 64,
              items: {
                type: 'object',
                required: ['type', 'cap_gb'],
                properties: { cap_gb: { type: 'integer', minimum: 50, maximum: 9007199254740991 } },
              },
            },
          },
        },
      },
      { endpoint_type: 'autoscaler_service' },
    ]);
  });

  it('say which services an autoscaler takes, and that it takes no options (pf 2.11)', async () => {
    const { send } = await served();
    const { integration_types } = (await send('GET', '/v1/project/shop/integration_types')).body;
    expect(integration_types.slice(0, 2)).toMatchObject([
      {
        integration_type: 'autoscaler',
        source_service_types: ['pg', 'engine', 'cassandra'],
        dest_service_type: null,
        user_config_schema: { type: 'object', properties: {}, additionalProperties: false },
      },
      {
        integration_type: 'autoscaler_service',
        user_config_schema: { properties: { min_plan: { type: 'string' }, max_plan: { type: 'string' } } },
      },
    ]);
  });

  it('do not name the autoscaler of plans with the documented profile, which does not know it (A-51)', async () => {
    const { send } = await served({ profile: 'documented' });
    const types = async (list: 'integration' | 'integration_endpoint') => {
      const { body } = await send('GET', `/v1/project/shop/${list}_types`);
      return JSON.stringify(body).includes('autoscaler_service');
    };
    expect([await types('integration'), await types('integration_endpoint')]).toEqual([false, false]);
  });
});

describe('service types', () => {
  it('are listed with their plans and the schema of their options, in a project and without one (pf 2.8)', async () => {
    const { send } = await served();
    const { body } = await send('GET', '/v1/project/shop/service_types');
    expect(Object.keys(body.service_types)).toEqual(['pg', 'engine', 'cassandra']);
    expect(Object.keys(body.service_types.engine.user_config_schema.properties)).toContain('index_patterns');
    expect((await send('GET', '/v1/service_types')).body).toEqual(body);
    const one = (await send('GET', '/v1/project/shop/service-types/pg')).body;
    expect(one).toEqual({ service_type: 'pg', ...body.service_types.pg });
  });

  it('list their plans with disk, dynamic sizing and prices in each cloud (pf 2.8, pf 2.14 regions)', async () => {
    const { send } = await served();
    const { service_plans } = (await send('GET', '/v1/project/shop/service-types/pg/plans')).body;
    expect(service_plans.map((plan: { service_plan: string }) => plan.service_plan)).toEqual([
      'startup-4',
      'business-8',
      'hobbyist',
    ]);
    expect(service_plans[0]).toMatchObject({
      service_type: 'pg',
      node_count: 1,
      regions: {
        'cloud-a': {
          price_usd: '0.15',
          disk_space_mb: 102_400,
          disk_space_cap_mb: 512_000,
          disk_space_step_mb: 10_240,
          disk_space_gb_price_usd: '0.000205',
          node_cpu_count: 2,
          node_memory_mb: 4096,
        },
        // Without a price of additional storage there is no dynamic sizing.
        'cloud-b': { disk_space_cap_mb: null, disk_space_step_mb: null, disk_space_gb_price_usd: null },
      },
    });
    expect(service_plans[2].regions).toEqual({});
  });

  it('that are unknown answer 404', async () => {
    const { send } = await served();
    expect((await send('GET', '/v1/project/shop/service-types/none')).status).toBe(404);
    expect((await send('GET', '/v1/project/shop/service-types/none/plans')).status).toBe(404);
  });
});

describe('every schema that a strict reader meets', () => {
  it.each(['documented', 'current', 'both'] as const)(
    'has a type at every depth: %s (pf 2.14 types)',
    async (profile) => {
      const { send } = await served({ profile, searchEngine: 'engine' });
      const { service_types } = (await send('GET', '/v1/project/shop/service_types')).body;
      const { endpoint_types } = (await send('GET', '/v1/project/shop/integration_endpoint_types')).body;
      const { integration_types } = (await send('GET', '/v1/project/shop/integration_types')).body;
      const schemas = [...Object.values(service_types), ...endpoint_types, ...integration_types].map(
        (type) => type.user_config_schema,
      );
      expect(schemas.flatMap((schema) => untypedIn(schema))).toEqual([]);
      expect(JSON.stringify(schemas)).not.toMatch(/"(anyOf|oneOf|allOf)"/);
      const one = (await send('GET', '/v1/project/shop/service-types/engine')).body;
      expect(one.user_config_schema.properties.engine_version).toMatchObject({
        type: ['string', 'null'],
        enum: profile === 'current' ? ['1', '2', '2.19', '3.3', '3.6', null] : ['1', '2', null],
      });
    },
  );
});

describe('service versions', () => {
  it('are those that the option of the version takes, for the search type by its name on the wire (pf 2.14 versions)', async () => {
    const { send } = await served({ searchEngine: 'seek' });
    const { status, body } = await send('GET', '/v1/service_versions');
    expect(status).toBe(200);
    const versions = body.service_versions.map((version: Record<string, unknown>) =>
      Object.values(version).slice(0, 3),
    );
    expect(versions).toEqual([
      ['seek', '1', 'available'],
      ['seek', '2', 'available'],
    ]);
    expect(Object.keys(body.service_versions[0]).toSorted()).toEqual([
      'aiven_end_of_life_time',
      'availability_end_time',
      'availability_start_time',
      'end_of_life_help_article_url',
      'major_version',
      'service_type',
      'state',
      'termination_time',
      'upgrade_to_service_type',
      'upgrade_to_version',
      'upstream_end_of_life_time',
    ]);
  });

  it('are those of the types of the scenario only', async () => {
    const scenario = smallScenario();
    const plans = scenario.plans.filter(({ type }) => type !== 'engine');
    const prices = scenario.prices?.filter(({ type }) => type !== 'engine');
    const { send } = await served({ scenario: { ...scenario, plans, prices } });
    const { service_versions } = (await send('GET', '/v1/service_versions')).body;
    expect(service_versions).toEqual([]);
  });
});

/** pf 2.14: what clients ask before they create a service or move it to another cloud. */

const described = {
  ...smallScenario(),
  clouds: { 'cloud-a': 'Cloud A', 'aws-eu-west-1': 'Europe, Ireland - Amazon Web Services: Ireland' },
  prices: [],
};

describe('clouds', () => {
  it('are listed with region and provider as far as the scenario names them, for all and in a project (pf 2.14 clouds)', async () => {
    const { send } = await served({ scenario: described });
    const { status, body } = await send('GET', '/v1/clouds');
    expect(status).toBe(200);
    expect(body).toEqual({
      clouds: [
        {
          cloud_name: 'cloud-a',
          cloud_description: 'Cloud A',
          geo_region: 'unknown',
          provider: 'cloud',
          provider_description: 'cloud',
        },
        {
          cloud_name: 'aws-eu-west-1',
          cloud_description: 'Europe, Ireland - Amazon Web Services: Ireland',
          geo_region: 'europe',
          provider: 'aws',
          provider_description: 'Amazon Web Services',
        },
      ],
    });
    expect((await send('GET', '/v1/project/shop/clouds')).body).toEqual(body);
  });
});

describe('networks of a project', () => {
  it('are none (pf 2.14 networks; A-30)', async () => {
    const { send } = await served();
    const { status, body } = await send('GET', '/v1/project/shop/vpcs');
    expect([status, body]).toEqual([200, { vpcs: [] }]);
  });

  it('are shown to members of the project only', async () => {
    const { send } = await served();
    const guest = { authorization: 'Bearer token-of-the-guest' };
    expect((await send('GET', '/v1/project/shop/vpcs', undefined, guest)).status).toBe(403);
    expect((await send('GET', '/v1/project/shop/clouds', undefined, guest)).status).toBe(403);
  });
});
