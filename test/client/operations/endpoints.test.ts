import { describe, expect, it } from 'vitest';
import { additional, clientOnServer, errorOf } from '../client-on-server.ts';
import type { Received, Reply } from '../scripted-server.ts';

const record = (id: string, name: string, gb: string, type = 'disk_storage') => ({
  endpoint_id: id,
  endpoint_name: name,
  endpoint_type: type,
  endpoint_config: {},
  user_config: { autoscaler: { max_additional_storage: gb } },
});
const one = (endpoint: ReturnType<typeof record>): Reply => ({ json: { service_integration_endpoint: endpoint } });
const list = (...endpoints: readonly ReturnType<typeof record>[]): Reply => ({
  json: { service_integration_endpoints: endpoints },
});
const refusal = (status: number, message: string, headers = {}): Reply => ({ status, headers, json: { message } });

const collection = '/v1/project/p/integration_endpoint';

describe('listing endpoints', () => {
  it('gives those of the autoscaler with their maximum', async () => {
    const { client, server } = await clientOnServer([
      list(
        record('e1', 'a', '200'),
        record('e2', 'b', '0'),
        record('e3', 'c', '5', 'datadog'),
        record('e4', 'd', 'much'),
      ),
    ]);
    expect(await client.listEndpoints('p')).toEqual([
      { id: 'e1', name: 'a', maximum: additional(200) },
      { id: 'e2', name: 'b', maximum: additional(0) },
      { id: 'e4', name: 'd', maximum: { kind: 'additional', gb: null } },
    ]);
    expect(server.lines()).toEqual([`GET ${collection}`]);
  });
});

describe('an endpoint that cannot be read', () => {
  const own = record('e1', 'a', '200');
  const foreign = record('e2', 'b', '0', 'datadog');

  it.each([
    ['a foreign one without a name', { ...foreign, endpoint_name: null }],
    ['a foreign one with a configuration of another form', { ...foreign, user_config: [] }],
    ['one without an id', { ...foreign, endpoint_id: 7 }],
    ['one without a type', { ...foreign, endpoint_type: null }],
    ['nothing', null],
  ])('hides no other (%s)', async (_, odd) => {
    const { client } = await clientOnServer([{ json: { service_integration_endpoints: [odd, own] } }]);
    expect((await client.listEndpoints('p')).filter(({ id }) => id !== '').map(({ id }) => id)).toEqual(['e1']);
  });

  it('but has an id is called by it, and its maximum is unknown', async () => {
    const odd = { ...own, endpoint_name: 7, user_config: 'much' };
    const { client } = await clientOnServer([{ json: { service_integration_endpoints: [odd] } }]);
    expect(await client.listEndpoints('p')).toEqual([
      { id: 'e1', name: 'e1', maximum: { kind: 'additional', gb: null } },
    ]);
  });

  it('is an error where none can be read, because the list may have another form now', async () => {
    const { client } = await clientOnServer([{ json: { service_integration_endpoints: [{ id: 'e1' }] } }]);
    const error = await errorOf(client.listEndpoints('p'));
    expect(error.message).toContain('service_integration_endpoints.0.endpoint_id: ');
  });
});

describe('creating an endpoint', () => {
  const create = async (script: readonly Reply[] | ((received: Received) => Reply)) => {
    const { client, server, waits } = await clientOnServer(script);
    const endpoint = await client.createEndpoint('p', 'headroom-a', additional(200));
    return { endpoint, lines: server.lines(), bodies: server.received.map(({ body }) => body), waits, client };
  };
  const ours = { id: 'e1', name: 'headroom-a', maximum: additional(200) };

  it('sends name, type and nested maximum, once (§2.1 endpoint_name, §2.1 endpoint_type, §2.1 user_config)', async () => {
    const { endpoint, lines, bodies, client } = await create([one(record('e1', 'headroom-a', '200'))]);
    expect(endpoint).toEqual(ours);
    expect(lines).toEqual([`POST ${collection}`]);
    expect(bodies).toEqual([
      {
        endpoint_name: 'headroom-a',
        endpoint_type: 'disk_storage',
        user_config: { autoscaler: { max_additional_storage: '200' } },
      },
    ]);
    expect(client.calls()).toEqual({ reads: 0, writes: 1 });
  });

  it('does not create it twice when only the answer is lost', async () => {
    const created: string[] = [];
    const { endpoint, lines } = await create(({ method }) => {
      if (method === 'GET') return list(...created.map((id) => record(id, 'headroom-a', '200')));
      created.push(`e${created.length + 1}`);
      return 'drop';
    });
    expect(endpoint).toEqual(ours);
    expect(created).toHaveLength(1);
    expect(lines).toEqual([`POST ${collection}`, `GET ${collection}`]);
  });

  it('creates it again when it was lost before the effect', async () => {
    const { endpoint, lines, waits } = await create(['drop', list(), one(record('e1', 'headroom-a', '200'))]);
    expect(endpoint).toEqual(ours);
    expect(lines).toEqual([`POST ${collection}`, `GET ${collection}`, `POST ${collection}`]);
    expect(waits).toEqual([1_000]);
  });

  it.each([500, 502, 503, 504, 408])('looks for it after %i', async (status) => {
    const { endpoint, lines } = await create([refusal(status, 'Oops'), list(record('e1', 'headroom-a', '200'))]);
    expect(endpoint).toEqual(ours);
    expect(lines).toEqual([`POST ${collection}`, `GET ${collection}`]);
  });

  it.each([
    ['the header', refusal(429, 'Slow down', { 'retry-after': '7' }), 7_500],
    ['its words', refusal(429, 'Rate limit 120 exceeded - try again in 28s'), 28_500],
    ['nothing', refusal(429, 'Slow down'), 1_000],
  ])('creates it again without a look after 429, waiting as %s requests', async (_name, throttled, waitMs) => {
    const { lines, waits } = await create([throttled, one(record('e1', 'headroom-a', '200'))]);
    expect(lines).toEqual([`POST ${collection}`, `POST ${collection}`]);
    expect(waits).toEqual([waitMs]);
  });

  it('takes the one of that name when the platform says that there is one', async () => {
    const { endpoint } = await create([
      refusal(409, 'Endpoint name in use'),
      list(record('e0', 'headroom-aa', '200'), record('e1', 'headroom-a', '200')),
    ]);
    expect(endpoint).toEqual(ours);
  });

  it('brings the one that it takes to the maximum asked for', async () => {
    const { endpoint, lines, bodies } = await create([
      refusal(409, 'Endpoint name in use'),
      list(record('e1', 'headroom-a', '50')),
      one(record('e9', 'headroom-a', '200')),
    ]);
    expect(endpoint).toEqual({ ...ours, id: 'e9' });
    expect(lines.at(-1)).toBe(`PUT ${collection}/e1`);
    expect(bodies.at(-1)).toEqual({ user_config: { autoscaler: { max_additional_storage: '200' } } });
  });

  it('takes none of another type: the conflict stays', async () => {
    const { client } = await clientOnServer([
      refusal(409, 'Endpoint name in use'),
      list(record('e1', 'headroom-a', '200', 'datadog')),
    ]);
    const error = await errorOf(client.createEndpoint('p', 'headroom-a', additional(200)));
    expect(error).toMatchObject({ name: 'PlatformConflict', call: { status: 409 } });
    expect(error.message).toBe(`[POST] "/project/p/integration_endpoint": 409 Endpoint name in use`);
  });

  it('ends after six tries, however often it was looked for', async () => {
    const { client, server } = await clientOnServer(({ method }) => (method === 'GET' ? list() : 'drop'));
    const error = await errorOf(client.createEndpoint('p', 'headroom-a', additional(200)));
    expect(error.name).toBe('PlatformUnavailable');
    expect(error.message).toMatch(/gave up after 6 tries/);
    expect(server.lines().filter((line) => line.startsWith('POST'))).toHaveLength(6);
    expect(client.calls()).toEqual({ reads: 5, writes: 6 });
  });
});

describe('updating an endpoint', () => {
  it('gives the id of the answer, which may be a new one', async () => {
    const { client, server } = await clientOnServer([one(record('e2', 'a', '300'))]);
    expect(await client.updateEndpoint('p', 'e1', additional(300))).toEqual({
      id: 'e2',
      name: 'a',
      maximum: additional(300),
    });
    expect(server.lines()).toEqual([`PUT ${collection}/e1`]);
  });

  it.each([400, 409, 200])('is content when the platform says, with %i, that it is so already', async (status) => {
    const unchanged: Reply = { status, json: { message: 'User config not changed', error: 'unchanged' } };
    const { client, server } = await clientOnServer([unchanged, one(record('e1', 'a', '300'))]);
    expect(await client.updateEndpoint('p', 'e1', additional(300))).toMatchObject({
      id: 'e1',
      maximum: additional(300),
    });
    expect(server.lines()).toEqual([`PUT ${collection}/e1`, `GET ${collection}/e1`]);
  });

  it('is repeated when its answer is lost, and accepts that it is unchanged', async () => {
    const { client, server } = await clientOnServer([
      'drop',
      refusal(409, 'User config not changed'),
      one(record('e1', 'a', '300')),
    ]);
    expect(await client.updateEndpoint('p', 'e1', additional(300))).toMatchObject({ maximum: additional(300) });
    expect(server.lines()).toEqual([`PUT ${collection}/e1`, `PUT ${collection}/e1`, `GET ${collection}/e1`]);
    expect(client.calls()).toEqual({ reads: 1, writes: 2 });
  });

  it('fails on any other refusal', async () => {
    const { client } = await clientOnServer([refusal(400, 'Invalid user_config')]);
    expect(await errorOf(client.updateEndpoint('p', 'e1', additional(300)))).toMatchObject({ name: 'PlatformRefused' });
  });
});

describe('deleting an endpoint', () => {
  it.each<[string, Reply]>([
    ['a message', { json: { message: 'deleted' } }],
    ['nothing', {}],
    ['204', { status: 204 }],
    ['404: it is gone already', refusal(404, 'Endpoint does not exist')],
  ])('is done when the answer is %s', async (_name, reply) => {
    const { client, server } = await clientOnServer([reply]);
    await client.deleteEndpoint('p', 'e1');
    expect(server.lines()).toEqual([`DELETE ${collection}/e1`]);
  });

  it('is repeated when its answer is lost', async () => {
    const { client } = await clientOnServer(['drop', refusal(404, 'Endpoint does not exist')]);
    await client.deleteEndpoint('p', 'e1');
    expect(client.calls()).toEqual({ reads: 0, writes: 2 });
  });

  it.each<[string, Reply, string]>([
    ['an endpoint in use', refusal(409, 'Endpoint is in use'), 'PlatformConflict'],
    ['a success with an error in it', { json: { error: 'no' } }, 'PlatformRefused'],
    ['a page that is not JSON', { text: '<html>' }, 'PlatformAnswerInvalid'],
  ])('fails on %s', async (_name, reply, name) => {
    const { client } = await clientOnServer([reply]);
    expect(await errorOf(client.deleteEndpoint('p', 'e1'))).toMatchObject({ name });
  });

  it('sends nothing for an empty id, which would be the path of all endpoints', async () => {
    const { client, server } = await clientOnServer([]);
    expect(await errorOf(client.deleteEndpoint('p', ''))).toBeInstanceOf(RangeError);
    expect(server.received).toEqual([]);
  });
});
