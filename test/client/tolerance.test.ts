import { describe, expect, it } from 'vitest';
import { measurementOperations } from '../../lib/client/operations/measurements.ts';
import { describePlan, planPrice } from '../../lib/client/operations/plans.ts';
import { listRawEndpoints, listRawIntegrations } from '../../lib/client/operations/raw.ts';
import { personalTokens } from '../../lib/client/operations/tokens.ts';
import { enable, pg, served, smallScenario } from '../platform/small-organization.ts';
import { callerOnServer } from './caller-on-server.ts';
import { clientOnServer } from './client-on-server.ts';
import type { Received } from './scripted-server.ts';

/** A transformation of the embedded platform's answers on their way to the client. */
type Bend = (value: unknown) => unknown;

type Entries = readonly (readonly [key: string, value: unknown])[];

/** Changes every object except tags, which have free keys. */
const inObjects =
  (change: (entries: Entries) => Entries): Bend =>
  (value) => {
    const bend = inObjects(change);
    if (Array.isArray(value)) return value.map(bend);
    if (typeof value !== 'object' || value === null) return value;
    const inner = Object.entries(value).map(
      ([key, member]) => [key, key === 'tags' && !Array.isArray(member) ? member : bend(member)] as const,
    );
    return Object.fromEntries(change(inner));
  };

const bends: Readonly<Record<string, Bend>> = {
  'unknown members': inObjects((entries) => [...entries, ['added_later', { deep: [1, null] }], ['__added', null]]),
  'members in another order': inObjects((entries) => entries.toReversed()),
  'nothing where nothing has to be': inObjects((entries) => entries.filter(([, value]) => value !== null)),
};

/** The client's requests, and the embedded platform's paths. */
const asked: readonly (readonly [method: string, url: string])[] = [
  ['GET', '/v1/organization/orgtest/projects'],
  ['GET', '/v1/project/shop/service'],
  ['GET', '/v1/project/shop/integration_endpoint'],
  ['GET', '/v1/project/shop/events'],
  ['GET', '/v1/project/shop/service/orders/integration'],
  ['GET', '/v1/project/shop/service/orders/tags'],
  ['GET', '/v1/project/shop/service-types/pg/plans/startup-4'],
  ['GET', '/v1/project/shop/pricing/service-types/pg/plans/startup-4/clouds/cloud-a'],
  ['GET', '/v1/access_token'],
  ['POST', '/v1/project/shop/service/orders/metrics'],
];

/** Everything that the client reads from one platform. */
const readAll = async (bend: Bend) => {
  const { send } = await served({ scenario: smallScenario([pg('orders', { usedGb: 40, tags: { team: 'a' } })]) });
  await enable(send, 'orders', '20');
  const answers = new Map<string, unknown>();
  for (const [method, url] of asked) {
    const { body } = await send(method, url, method === 'POST' ? { period: 'hour' } : undefined);
    answers.set(url, bend(body));
  }
  const script = ({ url }: Received) => ({ json: answers.get(url) });
  const { client } = await clientOnServer(script, { organization: 'orgtest' });
  const { caller, redactor } = await callerOnServer(script);
  return {
    projects: await client.listProjects(),
    services: await client.listServices('shop'),
    endpoints: await client.listEndpoints('shop'),
    events: (await client.listEvents('shop')).map(({ type }) => type),
    tags: await client.listServiceTags('shop', 'orders'),
    plan: await describePlan(caller, 'shop', 'pg', 'startup-4'),
    price: await planPrice(caller, 'shop', 'pg', 'startup-4', 'cloud-a'),
    readings: (await measurementOperations(caller).diskUsage('shop', 'orders', 'hour')).length,
    tokens: (await personalTokens(caller, redactor).list()).map(({ description }) => description),
    rawEndpoints: (await listRawEndpoints(caller, 'shop')).map(({ endpoint_name }) => endpoint_name),
    rawIntegrations: (await listRawIntegrations(caller, 'shop', 'orders')).map(({ enabled }) => enabled),
  };
};

describe('the client reads the same out of answers', () => {
  it.each(Object.keys(bends))('with %s (pf 2)', async (name) => {
    const plain = await readAll((value) => value);
    expect(plain.endpoints).toHaveLength(1);
    expect(plain.services[0]?.integrations).toHaveLength(1);
    expect(await readAll(bends[name] as Bend)).toEqual(plain);
  });
});

describe('the client reads a record of which only the necessary is there', () => {
  it('as what it does not know, never as an error (pf 2.4)', async () => {
    const { client } = await clientOnServer([
      { json: { services: [{ service_name: 'a', service_type: 'pg', plan: 'p', state: 'RUNNING' }] } },
      {
        json: {
          service_integration_endpoints: [{ endpoint_id: 'e', endpoint_name: 'n', endpoint_type: 'disk_storage' }],
        },
      },
      { json: { projects: [{ project_id: 'p' }] } },
    ]);
    expect(await client.listServices('shop')).toMatchObject([{ name: 'a', tags: null, diskMb: null }]);
    expect(await client.listEndpoints('shop')).toMatchObject([{ id: 'e', maximum: { gb: null } }]);
    expect((await client.listProjects()).projects).toMatchObject([{ name: 'p' }]);
  });
});
