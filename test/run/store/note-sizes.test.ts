import { expect, it } from 'vitest';
import type { Store } from '../../../lib/ports.ts';
import { noteSizes, readHistory } from '../../../lib/run/store/histories.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { at, snapshotWith } from '../../core/one-service.ts';

const project = 'shop-prod';
const { services } = snapshotWith([at('e1', 100)], ['e1']);

/** A store that counts, and notes the sizes of one project in it. */
const looking = () => {
  const inner = createMemoryStore();
  const asked = { reads: 0, writes: 0 };
  const store: Store = {
    ...inner,
    get: async (key) => {
      asked.reads += 1;
      return inner.get(key);
    },
    put: async (...given) => {
      asked.writes += 1;
      return inner.put(...given);
    },
  };
  const look = async (time: string) => {
    asked.reads = 0;
    asked.writes = 0;
    await noteSizes({ store, clock: { now: () => Date.parse(time) } }, project, services);
    return { ...asked };
  };
  return { store: inner, look };
};

it('the sizes of a project are noted once a day, whatever the number of looks, for one read of the store each', async () => {
  const { store, look } = looking();
  expect(await look('2026-03-02T00:10:00Z')).toEqual({ reads: 1, writes: 1 });
  expect(await look('2026-03-02T23:10:00Z')).toEqual({ reads: 1, writes: 0 });
  expect(await look('2026-03-03T00:10:00Z')).toEqual({ reads: 1, writes: 1 });
  expect((await readHistory(store, project)).days).toHaveLength(2);
});

it('they are kept beside what another run notes at the same moment, and the text of a damaged history is kept', async () => {
  const { store, look } = looking();
  await look('2026-03-02T08:00:00Z');
  const first = await readHistory(store, project);
  const measured = { ...first, services: first.services.map((one) => ({ ...one, measuredDay: 20_000 })) };
  const clock = { now: () => Date.parse('2026-03-03T08:00:00Z') };
  let others = 1;
  const shared: Store = {
    ...store,
    put: async (key, ...rest) => {
      if (others-- > 0) await writeObject(store, keys.history(project), measured);
      return store.put(key, ...rest);
    },
  };
  await noteSizes({ store: shared, clock }, project, services);
  expect(await readHistory(store, project)).toMatchObject({ days: { length: 2 }, services: [{ measuredDay: 20_000 }] });

  await store.put(keys.projectRecord(project), 'x');
  await look('2026-03-03T09:00:00Z');
  expect((await readHistory(store, project)).days).toHaveLength(1);
  expect(await store.list('damaged/')).toHaveLength(1);
});
