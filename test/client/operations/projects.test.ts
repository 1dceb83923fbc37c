import { describe, expect, it } from 'vitest';
import { ownRoles } from '../../../lib/client/operations/projects.ts';
import { fixedNames } from '../../../lib/client/operations/search-product.ts';
import { serviceOperations } from '../../../lib/client/operations/services.ts';
import { served, smallScenario } from '../../platform/small-organization.ts';
import { callerOnServer, callerTo } from '../caller-on-server.ts';
import { clientOnServer, errorOf } from '../client-on-server.ts';

describe.each([
  ['services', 'services'],
  ['endpoints', 'service_integration_endpoints'],
  ['alerts', 'alerts'],
] as const)('a list of %s that says there is more', (what, member) => {
  it.each([{ next: 'abc' }, { total_count: 7 }])(
    'by %o is an error: a part never stands for the whole',
    async (more) => {
      const { client } = await clientOnServer([{ json: { [member]: [], ...more } }]);
      const list = { services: client.listServices, endpoints: client.listEndpoints, alerts: client.listDiskAlerts }[
        what
      ];
      const error = await errorOf(list('p'));
      expect(error).toMatchObject({ name: 'PlatformAnswerInvalid' });
      expect(error.message).toContain(`unexpected answer: ${member}: the answer has only a part of them`);
    },
  );
});

it('a list of integrations that says there is more is an error', async () => {
  const { client } = await clientOnServer([{ json: { service_integrations: [], has_more: true } }]);
  const error = await errorOf(client.listServiceIntegrations('p', 's'));
  expect(error.message).toContain('service_integrations: the answer has only a part of them');
});

describe('listing projects', () => {
  it('gives those of the configured organization with their tags', async () => {
    const { client, server } = await clientOnServer([
      { json: { projects: [{ project_id: 'a', tags: { env: 'prod' } }, { project_id: 'b' }], total_project_count: 2 } },
    ]);
    expect(await client.listProjects()).toEqual({
      projects: [
        { name: 'a', tags: { env: 'prod' } },
        { name: 'b', tags: null },
      ],
      beyond: 0,
    });
    expect(server.lines()).toEqual(['GET /v1/organization/org1/projects']);
  });

  it('shows a record without an id by an empty name, so that it hides no other project', async () => {
    const records = [{ tags: {} }, { project_id: null }, { project_id: '' }, 'b', { project_id: 'a', tags: {} }];
    const { client } = await clientOnServer([{ json: { projects: records } }]);
    const nameless = { name: '', tags: null };
    expect((await client.listProjects()).projects).toEqual([
      nameless,
      nameless,
      nameless,
      nameless,
      { name: 'a', tags: {} },
    ]);
  });

  it('is an error if no record has an id: the answer has another form', async () => {
    const { client } = await clientOnServer([{ json: { projects: [{ project_name: 'a' }] } }]);
    const error = await errorOf(client.listProjects());
    expect(error).toMatchObject({ name: 'PlatformAnswerInvalid' });
    expect(String(error)).toContain('projects.0.project_id');
  });

  it.each([
    ['a larger count of all', { total_project_count: 4 }, 3],
    ['a count of all that cannot be read', { total_project_count: '4' }, 0],
    ['a cursor for the next page', { next: 'abc' }, null],
    ['more, among facts about pages', { pagination: { has_more: true } }, null],
    ['no next page', { next: null, cursor: '', has_more: false }, 0],
  ])('counts the projects beyond the list by %s', async (_, more, beyond) => {
    const { client } = await clientOnServer([{ json: { projects: [{ project_id: 'a' }], ...more } }]);
    expect(await client.listProjects()).toEqual({ projects: [{ name: 'a', tags: null }], beyond });
  });

  it('percent-encodes the organization, and asks nothing without one', async () => {
    const { client, server } = await clientOnServer([{ json: { projects: [] } }], { organization: 'a/b' });
    await client.listProjects();
    expect(server.lines()).toEqual(['GET /v1/organization/a%2Fb/projects']);
    const { client: without } = await clientOnServer([], { organization: '' });
    expect(await errorOf(without.listProjects())).toBeInstanceOf(RangeError);
  });
});

it('events are given newest first, as the platform lists them', async () => {
  const { client, server } = await clientOnServer([
    {
      json: {
        events: [
          {
            id: '2',
            time: '2026-01-02T00:00:00Z',
            event_type: 'service_create',
            service_name: 'orders',
            actor: 'x',
            event_desc: 'Created',
          },
          { id: '1', time: '2026-01-01T00:00:00Z', event_type: 'project_create', service_name: null },
        ],
      },
    },
  ]);
  expect(await client.listEvents('p')).toEqual([
    {
      id: '2',
      time: '2026-01-02T00:00:00.000Z',
      type: 'service_create',
      service: 'orders',
      actor: 'x',
      description: 'Created',
    },
    { id: '1', time: '2026-01-01T00:00:00.000Z', type: 'project_create', service: null, actor: null, description: '' },
  ]);
  expect(server.lines()).toEqual(['GET /v1/project/p/events']);
});

describe('an event that cannot be read', () => {
  const event = { id: '2', time: '2026-01-02T00:00:00Z', event_type: 'service_create', service_name: 'orders' };

  it.each([
    ['no id', { ...event, id: null }],
    ['no type', { ...event, event_type: 7 }],
    ['no time that can be read, which would come after all others', { ...event, time: 'soon' }],
    ['nothing', null],
  ])('because it has %s hides no other one', async (_, spoilt) => {
    const { client } = await clientOnServer([{ json: { events: [spoilt, event] } }]);
    expect((await client.listEvents('p')).map(({ id }) => id)).toEqual(['2']);
  });

  it('is an error where no event can be read, because the log may have another form now', async () => {
    const { client } = await clientOnServer([{ json: { events: [{ ...event, id: 7 }] } }, { json: { events: [] } }]);
    const error = await errorOf(client.listEvents('p'));
    expect(error.message).toContain('unexpected answer: events.0.id: ');
    expect(await client.listEvents('p')).toEqual([]);
  });
});

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
