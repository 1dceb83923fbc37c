import { describe, expect, it } from 'vitest';
import { pg, served, smallScenario } from '../small-organization.ts';
import { asked } from './calls.ts';

/** What the platform's command-line client asks before it sets a version: its own choice of the path. */

const scenario = smallScenario([pg('search', { type: 'engine' })]);

describe("the version of a service by the platform's command-line client", () => {
  it('is looked up at the account of the project, then checked against the type, then sent', async () => {
    const { send } = await served({ scenario });
    const { body } = await asked(send, { call: ['GET', '/project/shop'] });
    const account = body.project.account_id;
    const versions = await asked(send, { call: ['GET', `/account/${account}/service_versions`] });
    const known = versions.body.service_versions.map((version: Record<string, unknown>) => version.major_version);
    expect(known).toContain('2');
    await asked(send, {
      call: ['GET', '/project/shop/service-types/engine'],
      reads: { user_config_schema: { properties: { engine_version: {} } } },
    });
    await asked(send, {
      call: ['PUT', '/project/shop/service/search', { user_config: { engine_version: '2' } }],
      reads: { service: { user_config: { engine_version: '2' } } },
    });
  });

  it('is the same list without an account, and none for a foreign account', async () => {
    const { send } = await served({ scenario });
    const { body } = await asked(send, { call: ['GET', '/project/shop'] });
    const versions = await asked(send, { call: ['GET', `/account/${body.project.account_id}/service_versions`] });
    await asked(send, { call: ['GET', '/service_versions'], reads: versions.body });
    await asked(send, {
      call: ['GET', '/account/a00000000000/service_versions'],
      status: 404,
      reads: { errors: [{ error_code: 'account_not_found' }] },
    });
  });
});

describe('static addresses', () => {
  it('are none, and a service cannot be created with one that does not exist (A-30)', async () => {
    const { send } = await served();
    await asked(send, { call: ['GET', '/project/shop/static-ips'], reads: { static_ips: [] } });
    const wanted = { service_name: 'new', service_type: 'pg', plan: 'startup-4', static_ips: ['ip1'] };
    const refused = await asked(send, { call: ['POST', '/project/shop/service', wanted], status: 400 });
    expect(refused.body.message).toBe("Invalid 'static_ips.0': Invalid input: there is no such static address");
    await asked(send, { call: ['GET', '/project/shop/service/new'], status: 404 });
  });
});
