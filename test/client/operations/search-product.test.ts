import { describe, expect, it, test } from 'vitest';
import { searchConfigJsonSchema } from '../../../lib/wire/search-options/schema.ts';
import { searchProductName } from '../../../lib/wire/search-product-name.ts';
import { clientOnServer } from '../client-on-server.ts';
import type { Reply, Script } from '../scripted-server.ts';

/** A platform with a few service types, of which `finder` is the search service. */
const answers: Readonly<Record<string, Reply>> = {
  'GET /v1/project/p/service': {
    json: {
      services: ['pg', 'finder', 'cassandra', 'novel', 'finder'].map((service_type, place) => ({
        service_name: `s${place}`,
        service_type,
        plan: 'startup-4',
        state: 'RUNNING',
        tags: {},
        service_integrations: [],
        user_config: service_type === 'finder' ? { finder_version: '2' } : {},
      })),
    },
  },
  'GET /v1/project/none/service': { json: { services: [] } },
  'GET /v1/project/p/service-types/finder': {
    json: {
      service_type: 'finder',
      user_config_schema: searchProductName('finder').schemaToWire(searchConfigJsonSchema('current')),
    },
  },
  'GET /v1/project/p/service-types/novel': {
    json: { service_type: 'novel', user_config_schema: { type: 'object', properties: { novel_version: {} } } },
  },
  'GET /v1/project/p/service-types/finder/plans/startup-4': { json: { disk_space_mb: 81_920 } },
  'PUT /v1/project/p/service/s1': { json: { service: {} } },
};

const script: Script = ({ line }) => answers[line] ?? { status: 404, json: { message: 'nothing there' } };
const current = { profile: 'current' } as const;

const asked = (lines: readonly string[]) => lines.filter((line) => line.includes('/service-types/'));

describe('the name of the search product, in the profile current without a setting', () => {
  it('is read from the type whose options are those of a search service', async () => {
    const { client, server } = await clientOnServer(script, current);
    const services = await client.listServices('p');
    expect(services.map(({ type }) => type)).toEqual(['pg', 'engine', 'cassandra', 'novel', 'engine']);
    expect(services[1]?.searchConfiguration).toEqual({ engine_version: '2' });
    // It does not read the options of other known types.
    expect(asked(server.lines())).toEqual(['GET /v1/project/p/service-types/finder']);
  });

  it('is not asked for where a record has no type', async () => {
    const nameless = { service_name: 'a', plan: 'startup-4', state: 'RUNNING', tags: {}, service_integrations: [] };
    const { client, server } = await clientOnServer([{ json: { services: [nameless] } }], current);
    expect((await client.listServices('p')).map(({ type }) => type)).toEqual(['']);
    expect(asked(server.lines())).toEqual([]);
  });

  it('is asked for once, also by several at the same time', async () => {
    const { client, server } = await clientOnServer(script, current);
    await Promise.all([client.listServices('p'), client.listServices('p')]);
    await client.listServices('p');
    await client.updateSearchConfiguration('p', 's1', { engine_version: '2' });
    expect(asked(server.lines())).toHaveLength(1);
    expect(server.received.at(-1)?.body).toEqual({ user_config: { finder_version: '2' } });
  });

  it('is detected by writes and plan requests that come before any list', async () => {
    const { client, server } = await clientOnServer(script, current);
    expect(await client.planSpecification('p', 'engine', 'startup-4')).toEqual({ diskMb: 81_920, capMb: null });
    expect(server.lines()).toEqual([
      'GET /v1/project/p/service',
      'GET /v1/project/p/service-types/finder',
      'GET /v1/project/p/service-types/finder/plans/startup-4',
    ]);
  });

  it('costs nothing for types that are not it', async () => {
    const { client, server } = await clientOnServer(script, current);
    await client.planSpecification('p', 'pg', 'startup-4');
    await client.listServices('none');
    expect(asked(server.lines())).toEqual(['GET /v1/project/p/service-types/pg/plans/startup-4']);
  });

  it('stays that of the specification where no type is a search service', async () => {
    const quiet: Script = (received) =>
      received.line.endsWith('/service-types/finder') ? { status: 404, json: { message: 'gone' } } : script(received);
    const { client, server } = await clientOnServer(quiet, current);
    const services = await client.listServices('p');
    expect(services.map(({ type }) => type)).toEqual(['pg', 'finder', 'cassandra', 'novel', 'finder']);
    await client.listServices('p');
    expect(asked(server.lines())).toEqual([
      'GET /v1/project/p/service-types/finder',
      'GET /v1/project/p/service-types/novel',
    ]);
  });

  it('is asked for again after the platform failed', async () => {
    let fails = true;
    const flaky: Script = (received) => {
      if (!fails || !received.line.endsWith('/service-types/finder')) return script(received);
      return { status: 403, json: { message: 'no' } };
    };
    const { client } = await clientOnServer(flaky, current);
    await expect(client.listServices('p')).rejects.toThrow('no');
    fails = false;
    expect((await client.listServices('p'))[1]?.type).toBe('engine');
  });

  test.each([
    ['a word that is set', { ...current, searchEngine: 'seek' }],
    ['the word of the specification that is set', { ...current, searchEngine: 'engine' }],
    ['the documented profile', { profile: 'documented' as const }],
  ])('is not requested with %s', async (_what, options) => {
    const { client, server } = await clientOnServer(script, options);
    expect((await client.listServices('p'))[1]?.type).toBe('finder');
    expect(asked(server.lines())).toEqual([]);
  });
});
