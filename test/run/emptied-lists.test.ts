import { expect, it } from 'vitest';
import type { Endpoint } from '../../lib/core/model.ts';
import { doubtOf } from '../../lib/run/emptied-lists.ts';
import { keys, writeObject } from '../../lib/run/objects.ts';
import { at, leftOfOrders, world } from '../core/one-service.ts';
import { createMemoryStore } from '../memory-store.ts';

const project = 'shop-prod';
const full = world([at('e1', 100)], ['e1']);
const empty = { services: [], endpoints: [] };

const looking = () => {
  const store = createMemoryStore();
  let reads: string[] = [];
  const counted = {
    ...store,
    get: async (key: string) => {
      reads.push(key);
      return store.get(key);
    },
  };
  const look = async (runId: string, seen: Parameters<typeof doubtOf>[3]) => {
    reads = [];
    const doubt = await doubtOf(counted, runId, project, seen);
    return { doubt: doubt?.error, reads };
  };
  return { store, look };
};

it('a project that comes back empty is in doubt once, and costs one read of the store in every other look', async () => {
  const { look } = looking();
  const own = [keys.seenLists(project)];
  expect(await look('run-1', full)).toEqual({ doubt: undefined, reads: own });
  expect(await look('run-2', full)).toEqual({ doubt: undefined, reads: own });
  expect(await look('run-3', { ...empty, endpoints: full.endpoints })).toEqual({ doubt: 'ListEmptied', reads: own });
  expect(await look('run-4', { ...empty, endpoints: full.endpoints })).toEqual({ doubt: undefined, reads: own });
});

it('endpoints that Headroom has left and that are gone are in doubt, those of services that are gone too are not', async () => {
  const withoutEndpoints = world([], []);
  for (const [service, expected] of [
    ['orders', 'ListEmptied'],
    ['gone', undefined],
  ] as const) {
    const { store, look } = looking();
    await writeObject(store, keys.left(project), { services: [{ ...leftOfOrders, service }] });
    await look('run-1', full);
    expect((await look('run-2', withoutEndpoints)).doubt).toBe(expected);
  }
});

it('what is remembered is written only when it changes', async () => {
  const { store, look } = looking();
  await look('run-1', full);
  const version = async () => (await store.get(keys.seenLists(project)))?.version;
  const before = await version();
  await look('run-2', full);
  expect(await version()).toBe(before);
});

it('what is remembered and cannot be read counts as no earlier look, and is replaced', async () => {
  for (const body of ['{', '{"version":2}', '{"version":1,"services":-1,"endpoints":0,"doubt":null}']) {
    const { store, look } = looking();
    await store.put(keys.seenLists(project), body);
    expect((await look('run-1', empty)).doubt).toBeUndefined();
    const foreign: Endpoint = at('f1', 100, 'by-hand');
    await store.put(keys.seenLists(project), body);
    expect((await look('run-2', { services: [], endpoints: [foreign] })).doubt).toBeUndefined();
    expect((await look('run-3', full)).doubt).toBeUndefined();
    expect((await look('run-4', empty)).doubt).toBe('ListEmptied');
  }
});
