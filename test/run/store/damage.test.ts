import { expect, it } from 'vitest';
import type { Store } from '../../../lib/ports.ts';
import { putGrant, readGrants } from '../../../lib/run/policy/grants.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';

const grantOf = (service: string) => ({
  project: 'shop-prod',
  service,
  maxGb: 200,
  through: '2030-07-01',
  by: 'ana',
  at: '2030-06-15T12:00:00.000Z',
});

/** Grants that are damaged, and a look of a slower program at them: meanwhile another one begins new grants. */
const raced = async () => {
  const store = createMemoryStore();
  await store.put(keys.grants, 'damaged');
  let isFirst = true;
  const slower: Store = {
    ...store,
    put: async (key, ...rest) => {
      if (isFirst) {
        isFirst = false;
        await putGrant(store, grantOf('orders'));
      }
      await store.put(key, ...rest);
    },
  };
  const copies = async () => {
    const bodies = (await store.list(keys.damagedFolder)).map(async (key) => (await store.get(key))?.body);
    return Promise.all(bodies);
  };
  return { store, slower, copies };
};

it('the text of a damaged object is kept once, and what another program has begun anew meanwhile keeps its content', async () => {
  const { store, slower, copies } = await raced();
  await putGrant(slower, grantOf('search'));
  expect((await readGrants(store)).map(({ service }) => service)).toEqual(['orders', 'search']);
  expect(await copies()).toEqual(['damaged']);
});

it('a reader of a damaged object changes nothing that another program has begun anew meanwhile', async () => {
  const { store, slower, copies } = await raced();
  expect(await readGrants(slower)).toEqual([]);
  expect(await readGrants(store)).toHaveLength(1);
  expect(await copies()).toEqual(['damaged']);
});
