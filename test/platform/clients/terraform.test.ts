import { describe, expect, it } from 'vitest';
import { served, smallScenario } from '../small-organization.ts';
import { asked, type Kept, type SeenCall, type SeenStep } from './calls.ts';

/**
 * The calls of the platform's Terraform provider for services, endpoints and integrations, in the order in which it made
 * them: what it asks before a plan, how long it waits after a creation, and what it reads back.
 */

const project = '/project/shop';
const service = `${project}/service/orders-pg`;
const plan = (name: string) => `${project}/service-types/pg/plans/${name}`;

const addresses: SeenCall = { call: ['GET', `${project}/static-ips`], reads: { static_ips: [] } };
const sizes = (name: string): SeenCall => ({
  call: ['GET', plan(name)],
  reads: { disk_space_mb: expect.any(Number), disk_space_cap_mb: expect.any(Number) },
});
const price: SeenCall = {
  call: ['GET', `${project}/pricing/service-types/pg/plans/startup-4/clouds/cloud-a`],
  reads: { extra_disk_price_per_gb_usd: expect.any(String) },
};
const record = (reads: object = {}): SeenCall => ({
  call: ['GET', `${service}?include_secrets=true`],
  reads: { service: { state: 'RUNNING', service_type: 'pg', ...reads } },
});
/** The end of every creation, update and refresh. */
const refreshed = (name: string, reads: object = {}): SeenCall[] => [
  record(reads),
  sizes(name),
  addresses,
  { call: ['GET', `${service}/tags`] },
];
const planned = (name: string): SeenCall[] => [addresses, { call: ['GET', service] }, sizes(name), price];

const life: readonly SeenStep[] = [
  { step: 'plan of a new service', calls: [addresses, sizes('startup-4'), price] },
  {
    step: 'create',
    calls: [
      {
        call: [
          'POST',
          `${project}/service`,
          {
            cloud: 'cloud-a',
            plan: 'startup-4',
            service_name: 'orders-pg',
            service_type: 'pg',
            disk_space_mb: 102_400,
            maintenance: { dow: 'monday', time: '10:00:00' },
            project_vpc_id: null,
            service_integrations: [],
            static_ips: [],
            tech_emails: [],
            termination_protection: false,
            user_config: { pg_version: '16' },
          },
        ],
        reads: { service: { service_name: 'orders-pg' } },
      },
      record({ backups: [] }),
    ],
  },
  {
    step: 'wait until it has a backup',
    waits: 600,
    calls: [record({ backups: [{ backup_time: expect.any(String), data_size: expect.any(Number) }] })],
  },
  {
    step: 'tag',
    calls: [{ call: ['PUT', `${service}/tags`, { tags: { team: 'a' } }] }, ...refreshed('startup-4')],
  },
  { step: 'plan without a change', calls: [...refreshed('startup-4', { plan: 'startup-4' }), ...planned('startup-4')] },
  {
    step: 'change the plan',
    calls: [
      ...planned('business-8'),
      { call: ['PUT', service, { plan: 'business-8', cloud: 'cloud-a', powered: true, disk_space_mb: 204_800 }] },
      ...refreshed('business-8', { plan: 'business-8', disk_space_mb: 204_800, backups: [{}] }),
    ],
  },
  {
    step: 'import',
    calls: [...refreshed('business-8'), { call: ['GET', `${service}/backups`], reads: { backups: [{}] } }],
  },
  {
    step: 'destroy',
    calls: [
      { call: ['DELETE', service] },
      { call: ['GET', service], status: 404, reads: { errors: [{ status: 404 }] } },
    ],
  },
];

const endpoint = `${project}/integration_endpoint`;
const integration = `${project}/integration`;
const config = (gb: number) => ({ user_config: { autoscaling: [{ type: 'autoscale_disk', cap_gb: gb }] } });

describe("the calls of the platform's Terraform provider", () => {
  it('create, tag, change, import and destroy a service', async () => {
    const { platform, send } = await served({ profile: 'current' });
    for (const { waits = 0, calls } of life) {
      await platform.advance(waits);
      for (const call of calls) await asked(send, call);
    }
  });

  it('make, change and destroy an autoscaler, and find no difference after its disk grew', async () => {
    const { platform, send } = await served({ profile: 'current', scenario: smallScenario() });
    const kept: Kept = {};
    const made = await asked(send, {
      call: ['POST', endpoint, { endpoint_name: 'grow', endpoint_type: 'autoscaler', ...config(200) }],
    });
    kept.endpoint = made.body.service_integration_endpoint.endpoint_id;
    const single = `${endpoint}/{endpoint}`;
    await asked(
      send,
      { call: ['GET', `${single}?include_secrets=true`], reads: { service_integration_endpoint: config(200) } },
      kept,
    );
    const joined = await asked(send, {
      call: [
        'POST',
        integration,
        {
          integration_type: 'autoscaler',
          source_project: 'shop',
          source_service: 'orders',
          dest_project: 'shop',
          dest_endpoint_id: kept.endpoint,
          user_config: {},
        },
      ],
    });
    kept.integration = joined.body.service_integration.service_integration_id;
    const active = { service_integration: { active: true, enabled: true, source_service: 'orders' } };
    for (let read = 0; read < 10; read += 1)
      await asked(send, { call: ['GET', `${integration}/{integration}`], reads: active }, kept);

    await send('POST', '/_control/usage', { project: 'shop', service: 'orders', usedGb: 90 });
    await platform.advance(30);
    await asked(send, addresses);
    const grown = await asked(send, { call: ['GET', `${project}/service/orders?include_secrets=true`] });
    expect(grown.body.service.disk_space_mb).toBe(109 * 1024);
    expect(grown.body.service.service_integrations).toMatchObject([{ integration_type: 'autoscaler' }]);

    await asked(
      send,
      { call: ['PUT', single, config(300)], reads: { service_integration_endpoint: config(300) } },
      kept,
    );
    await asked(send, { call: ['DELETE', `${integration}/{integration}`] }, kept);
    await asked(send, { call: ['GET', `${integration}/{integration}`], status: 404 }, kept);
    await asked(send, { call: ['DELETE', single] }, kept);
    await asked(send, { call: ['GET', single], status: 404 }, kept);
  });
});
