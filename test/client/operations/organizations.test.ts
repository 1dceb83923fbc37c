import { describe, expect, it } from 'vitest';
import { ownRoles } from '../../../lib/client/operations/organizations.ts';
import { fixedNames } from '../../../lib/client/operations/search-product.ts';
import { serviceOperations } from '../../../lib/client/operations/services.ts';
import { served, smallScenario } from '../../platform/small-organization.ts';
import { callerOnServer, callerTo } from '../caller-on-server.ts';

describe('one service (pf 2.4)', () => {
  it('equals its record in the list, and is undefined when it does not exist', async () => {
    const { caller, server } = await callerOnServer([
      { json: { service: { service_name: 'orders', service_type: 'pg', plan: 'startup-4', state: 'RUNNING' } } },
      { status: 404, json: { message: "Service 'x' does not exist" } },
    ]);
    expect(await serviceOperations(caller, fixedNames('engine')).getService('shop', 'orders')).toEqual({
      name: 'orders',
      type: 'pg',
      plan: 'startup-4',
      cloud: '',
      state: 'RUNNING',
      diskMb: null,
      tags: null,
      integrations: null,
    });
    expect(server.lines()).toEqual(['GET /v1/project/shop/service/orders']);
    expect(await serviceOperations(caller, fixedNames('engine')).getService('shop', 'x')).toBeUndefined();
  });
});

const rolesFrom = async (user: object) => {
  const { caller, server } = await callerOnServer([{ json: { user } }]);
  const roles = Object.fromEntries(await ownRoles(caller));
  return { roles, lines: server.lines() };
};

describe('the roles of the owner of a token', () => {
  it('come in one call, by project, from either member or both', async () => {
    const both = {
      user: 'someone',
      project_membership: { shop: 'read_only', other: 'operator' },
      project_memberships: { shop: ['read_only', 'operator'], third: ['developer'] },
    };
    expect(await rolesFrom(both)).toEqual({
      roles: { shop: ['read_only', 'operator'], other: ['operator'], third: ['developer'] },
      lines: ['GET /v1/me'],
    });
    expect((await rolesFrom({ project_membership: { shop: 'admin' } })).roles).toEqual({ shop: ['admin'] });
    expect((await rolesFrom({ project_membership: null })).roles).toEqual({});
  });

  it('are those of the embedded platform', async () => {
    const { platform } = await served({ scenario: smallScenario() });
    const { caller } = callerTo(platform.url, 'token-of-the-reader');
    expect(Object.fromEntries(await ownRoles(caller))).toEqual({ shop: ['read_only'] });
  });
});
