import { describe, expect, it } from 'vitest';
import { pg, served, smallScenario } from '../small-organization.ts';

const asReader = { authorization: 'Bearer token-of-the-reader' };

describe('the organization', () => {
  it('is listed and read', async () => {
    const { send, platform } = await served();
    const { organizations } = (await send('GET', '/v1/organizations')).body;
    expect(organizations).toMatchObject([{ organization_id: 'orgtest', organization_name: 'Test' }]);
    expect((await send('GET', `/v1/organization/${platform.organization}`)).body).toEqual(organizations[0]);
    const unknown = await send('GET', '/v1/organization/orgnone');
    expect([unknown.status, unknown.body.errors[0].error_code]).toEqual([404, 'organization_not_found']);
  });

  it('lists the projects that the token is a member of, with their number', async () => {
    const { send } = await served();
    const path = '/v1/organization/orgtest/projects';
    const all = (await send('GET', path)).body;
    expect(all).toMatchObject({
      total_project_count: 2,
      projects: [{ project_id: 'shop', tags: { env: 'prod' } }, { project_id: 'other' }],
    });
    expect((await send('GET', path, undefined, asReader)).body).toMatchObject({ total_project_count: 1 });
  });

  it('lists projects in the older form, with the role and what additional storage has cost', async () => {
    const { send, platform } = await served({ scenario: smallScenario([pg('orders', { diskGb: 110 })]) });
    await platform.advance(3600);
    const { body } = await send('GET', '/v1/project', undefined, asReader);
    expect(body).toMatchObject({
      projects: [{ project_name: 'shop', organization_id: 'orgtest', estimated_balance: '0.002050' }],
      project_membership: { shop: 'read_only' },
      project_memberships: { shop: ['read_only'] },
    });
  });
});
