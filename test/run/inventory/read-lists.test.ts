import { describe, expect, it } from 'vitest';
import type { Store } from '../../../lib/ports.ts';
import { noteLists, type ReadLists } from '../../../lib/run/inventory/read-lists.ts';
import { readHistory } from '../../../lib/run/store/histories.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { at, lastAppliedToOrders, snapshotWith } from '../../core/one-service.ts';
import { aService } from '../../core/organization.ts';

const project = 'shop-prod';
const full = snapshotWith([at('e1', 100)], ['e1']);
const withoutServices = { services: [], endpoints: full.endpoints };

/** A store that counts, and looks at one project by it. */
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
  const look = async (
    runId: string,
    seen: Pick<ReadLists, 'services' | 'endpoints'>,
    time = '2026-03-02T08:00:00Z',
  ) => {
    asked.reads = 0;
    asked.writes = 0;
    const clock = { now: () => Date.parse(time) };
    const doubt = await noteLists({ store, clock }, { runId, project, ...seen });
    return { isBelieved: doubt === null, ...asked };
  };
  return { store: inner, look };
};

describe('what is noted of a look at a project', () => {
  it('is one sample a day, whatever the number of looks, for one read of the store each', async () => {
    const { store, look } = looking();
    expect(await look('run-1', full, '2026-03-02T00:10:00Z')).toEqual({ isBelieved: true, reads: 1, writes: 1 });
    expect(await look('run-2', full, '2026-03-02T23:10:00Z')).toEqual({ isBelieved: true, reads: 1, writes: 0 });
    expect(await look('run-3', full, '2026-03-03T00:10:00Z')).toEqual({ isBelieved: true, reads: 1, writes: 1 });
    expect((await readHistory(store, project)).days).toHaveLength(2);
  });

  it('is a list that came back empty: the look is not believed, and the history of its services stays', async () => {
    const { store, look } = looking();
    await look('run-1', full);
    const { services } = await readHistory(store, project);
    expect(await look('run-2', withoutServices, '2026-03-03T08:00:00Z')).toMatchObject({ isBelieved: false });
    expect(await readHistory(store, project)).toMatchObject({ services, days: { length: 1 } });
    expect(await look('run-3', full, '2026-03-03T09:00:00Z')).toMatchObject({ isBelieved: true });
    const { emptied, ...rest } = await readHistory(store, project);
    expect([emptied, rest.services, rest.days.length]).toEqual([
      undefined,
      [expect.objectContaining({ name: 'orders' })],
      2,
    ]);
  });

  it('is the same again by another run: then it is believed, also by those after it', async () => {
    const { store, look } = looking();
    await look('run-1', full);
    expect((await look('run-2', withoutServices)).isBelieved).toBe(false);
    expect((await look('run-2', withoutServices)).isBelieved).toBe(false);
    expect(await look('run-3', withoutServices)).toEqual({ isBelieved: true, reads: 1, writes: 0 });
    expect((await look('run-4', withoutServices, '2026-03-03T08:00:00Z')).isBelieved).toBe(true);
    expect((await readHistory(store, project)).services).toEqual([]);
  });

  it('endpoints that Headroom has left and that are gone are in doubt, those of services that are gone too are not', async () => {
    const names = ['orders', 'billing'];
    const services = names.map((name) => aService({ name }));
    for (const [left, isBelieved] of [
      [names, false],
      [['orders', 'gone'], true],
    ] as const) {
      const { store, look } = looking();
      const entries = left.map((service) => ({ ...lastAppliedToOrders, service }));
      await writeObject(store, keys.applied(project), { services: entries });
      expect((await look('run-1', { services, endpoints: [] })).isBelieved).toBe(isBelieved);
    }
  });

  it('is kept beside what another run notes at the same moment, and the text of a damaged history is kept', async () => {
    const { store, look } = looking();
    await look('run-1', full);
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
    await noteLists({ store: shared, clock }, { ...full, runId: 'run-2', project });
    expect(await readHistory(store, project)).toMatchObject({
      days: { length: 2 },
      services: [{ measuredDay: 20_000 }],
    });

    await store.put(keys.projectRecord(project), 'x');
    await look('run-3', full);
    expect((await readHistory(store, project)).days).toHaveLength(1);
    expect(await store.list('damaged/')).toHaveLength(1);
  });
});
