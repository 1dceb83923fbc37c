import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createS3Store } from '../../../lib/aws/s3-store.ts';
import { createDirectoryStore } from '../../../lib/local/directory-store.ts';
import { createMemoryStore } from '../../../lib/local/memory-store.ts';
import { taskHandlers } from '../../../lib/local/task-handlers.ts';
import type { Store } from '../../../lib/ports.ts';
import { readApplied } from '../../../lib/run/apply/adopted.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { readIfWhole, readObject } from '../../../lib/run/store/objects.ts';
import { createMemoryBucket } from '../../aws/memory-bucket.ts';
import { mockedS3 } from '../../aws/mocked-s3.ts';
import { sampleOrganization } from '../../sample-organization.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { startWorld } from '../../workflow/world.ts';

/** What the version before remembered after a run over the sample organization under docs/policies/org-wide.yaml. */
const fixture = join(import.meta.dirname, 'fixtures', 'before-heartbeat');
const written = readdirSync(fixture, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return [relative(fixture, path).split(sep).join('/'), readFileSync(path, 'utf8')] as const;
  });
const bodyOf = (key: string) => written.find(([name]) => name === key)?.[1];

const fill = async (store: Store): Promise<Store> => {
  for (const [key, body] of written) await store.put(key, body);
  return store;
};

const stores: Readonly<Record<string, () => Store>> = {
  memory: createMemoryStore,
  'a directory': () => createDirectoryStore(temporaryDirectory()),
  S3: () => createS3Store(mockedS3(createMemoryBucket()).client, { bucket: 'bucket', prefix: '' }),
};

const policy = readFileSync(join(import.meta.dirname, '../../../docs/policies/org-wide.yaml'), 'utf8');

describe.each(Object.entries(stores))('an object that the version before stored in %s', (_, open) => {
  it('is read and moved, byte for byte, to the key of today', async () => {
    const store = await fill(open());
    const { services: applied } = await readApplied(store, 'shop-prod');
    expect(applied).toContainEqual(expect.objectContaining({ service: 'orders-pg', attached: true }));
    expect(await readIfWhole(store, keys.lastApplied('data-prod'))).toBeDefined();
    expect(await readObject(store, keys.heartbeatSent)).toMatchObject({ sentAt: '2026-03-02T08:00:00.000Z' });
    expect(await readObject(store, keys.heartbeatArrived)).toEqual({ sentAt: '2026-03-02T08:00:00.000Z' });
    for (const [former, key] of [
      ['left/shop-prod.json', keys.lastApplied('shop-prod')],
      ['left/data-prod.json', keys.lastApplied('data-prod')],
      ['hello/sent.json', keys.heartbeatSent],
      ['hello/arrived.json', keys.heartbeatArrived],
    ] as const) {
      expect((await store.get(key))?.body).toBe(bodyOf(former));
      expect(await store.get(former)).toBeUndefined();
    }
  });

  it('does not take the place of one that is there under the key of today', async () => {
    const store = await fill(open());
    await store.put(keys.lastApplied('shop-prod'), '{"version":1,"services":[]}');
    expect(await readApplied(store, 'shop-prod')).toMatchObject({ services: [] });
  });

  it('is moved aside where it is damaged, and begins anew', async () => {
    const store = await fill(open());
    await store.put('left/shop-prod.json', 'spoilt');
    expect(await readApplied(store, 'shop-prod')).toMatchObject({ services: [] });
    const asides = await store.list(keys.damagedFolder);
    expect(asides).toEqual([expect.stringMatching(/^damaged\/last-applied\/shop-prod\.json\.[0-9a-f]{12}$/)]);
    expect((await store.get(asides[0] ?? ''))?.body).toBe('spoilt');
    expect(await store.get('left/shop-prod.json')).toBeUndefined();
  });
});

it('the store of the version before is moved whole by the next run and the next look, which find nothing to do', async () => {
  const world = await startWorld(sampleOrganization(), policy);
  await world.reconcile();
  for (const key of await world.store.list('')) if (key !== keys.policy) await world.store.delete(key);
  await fill(world.store);
  world.pass(60 * 60 * 1000);
  // A process of its own: each lists the former keys once.
  const ports = { ...world.ports, store: { ...world.store } };
  await taskHandlers(ports)['watch-services']({});
  const report = await world.reconcile({ runId: 'the-next-run', ports });
  expect(report.outcome).toBe('nothing');
  expect(report.plan?.findings.map(({ code }) => code).filter((code) => code.startsWith('drift'))).toEqual([]);
  expect([...(await world.store.list('left/')), ...(await world.store.list('hello/'))]).toEqual([]);
  expect(await world.store.list('damaged')).toEqual([]);
  for (const project of ['data-prod', 'shop-prod', 'shop-staging']) {
    expect((await world.store.get(keys.lastApplied(project)))?.body).toBe(bodyOf(`left/${project}.json`));
  }
});
