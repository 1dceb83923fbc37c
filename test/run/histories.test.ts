import { expect, it } from 'vitest';
import { readHistories } from '../../lib/run/histories.ts';
import { keys, writeObject } from '../../lib/run/objects.ts';
import { createMemoryStore } from '../memory-store.ts';

it('the histories of projects are those of the store, and empty where there is none', async () => {
  const store = createMemoryStore();
  const history = { days: [20_000], services: [] };
  await writeObject(store, keys.history('shop'), history);
  const histories = await readHistories(store, [{ name: 'shop' }, { name: 'new' }]);
  expect(Object.fromEntries(histories)).toEqual({ shop: history, new: { days: [], services: [] } });
});
