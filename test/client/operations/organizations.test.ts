import { describe, expect, it } from 'vitest';
import { listOrganizations } from '../../../lib/client/operations/organizations.ts';
import { fixedNames } from '../../../lib/client/operations/search-product.ts';
import { getService } from '../../../lib/client/operations/services.ts';
import { callerOnServer } from '../caller-on-server.ts';

describe('organizations (pf 2.3)', () => {
  it('have an id and a name, which may be missing', async () => {
    const { caller, server } = await callerOnServer([
      {
        json: {
          organizations: [
            { organization_id: 'org1', organization_name: 'Acme', tier: 'business' },
            { organization_id: 'org2', organization_name: null },
          ],
        },
      },
    ]);
    expect(await listOrganizations(caller)).toEqual([
      { id: 'org1', name: 'Acme' },
      { id: 'org2', name: 'org2' },
    ]);
    expect(server.lines()).toEqual(['GET /v1/organizations']);
  });
});

describe('one service (pf 2.4)', () => {
  it('equals its record in the list, and is undefined when it does not exist', async () => {
    const { caller, server } = await callerOnServer([
      { json: { service: { service_name: 'orders', service_type: 'pg', plan: 'startup-4', state: 'RUNNING' } } },
      { status: 404, json: { message: "Service 'x' does not exist" } },
    ]);
    expect(await getService(caller, fixedNames('engine'))('shop', 'orders')).toEqual({
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
    expect(await getService(caller, fixedNames('engine'))('shop', 'x')).toBeUndefined();
  });
});
