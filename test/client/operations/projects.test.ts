import { describe, expect, it } from 'vitest';
import { clientOnServer, errorOf } from '../client-on-server.ts';

describe('listing projects', () => {
  it('gives those of the configured organization with their tags', async () => {
    const { client, server } = await clientOnServer([
      { json: { projects: [{ project_id: 'a', tags: { env: 'prod' } }, { project_id: 'b' }], total_project_count: 2 } },
    ]);
    expect(await client.listProjects()).toEqual([
      { name: 'a', tags: { env: 'prod' } },
      { name: 'b', tags: null },
    ]);
    expect(server.lines()).toEqual(['GET /v1/organization/org1/projects']);
  });

  it('shows a record without an id by an empty name, so that it hides no other project', async () => {
    const records = [{ tags: {} }, { project_id: null }, { project_id: '' }, 'b', { project_id: 'a', tags: {} }];
    const { client } = await clientOnServer([{ json: { projects: records } }]);
    const nameless = { name: '', tags: null };
    expect(await client.listProjects()).toEqual([nameless, nameless, nameless, nameless, { name: 'a', tags: {} }]);
  });

  it('is an error if no record has an id: the answer has another form', async () => {
    const { client } = await clientOnServer([{ json: { projects: [{ project_name: 'a' }] } }]);
    const error = await errorOf(client.listProjects());
    expect(error).toMatchObject({ name: 'PlatformAnswerInvalid' });
    expect(String(error)).toContain('projects.0.project_id');
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
