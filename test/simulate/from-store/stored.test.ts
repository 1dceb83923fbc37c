import { describe, expect, it } from 'vitest';
import type { Store } from '../../../lib/ports.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { scenarioOf } from '../../../lib/simulate/from-store/scenario-of.ts';
import { storedOrganization, storedPoints } from '../../../lib/simulate/from-store/stored.ts';

const dayMs = 86_400_000;
const gb = 1024;
const readAt = '2026-03-30T12:00:00.000Z';
const today = Math.floor(Date.parse(readAt) / dayMs);

const history = {
  name: 'orders',
  lastDay: today,
  provisioned: [
    [today - 9, 100 * gb],
    [today - 2, 200 * gb],
  ],
  used: [
    [today - 3, 100 * gb],
    [today - 1, 110 * gb],
    [today, 120 * gb],
    [today + 1, 1],
  ],
  measuredDay: today,
} as const;

describe('the use of a disk by its history', () => {
  it('is that of the end of each day, or of now, and full by the size of the disk on that day', () => {
    const points = storedPoints(history, Date.parse(readAt));
    expect(points.map(({ timeMs, gb: size, isFull }) => [timeMs / dayMs - today, size, isFull])).toEqual([
      [-2, 100, true],
      [0, 110, false],
      [0.5, 120, false],
    ]);
  });
});

const storeWith = async (more: Readonly<Record<string, object>> = {}): Promise<Store> => {
  const store = createMemoryStore();
  const service = { name: 'orders', type: 'pg', plan: 'p', cloud: 'c', state: 'RUNNING', diskMb: 200 * gb };
  const objects: Readonly<Record<string, object>> = {
    [keys.inventoryIndex]: {
      organization: 'org1',
      projects: { shop: { readAt }, gone: { readAt } },
      neverRead: ['new'],
      policy: '',
    },
    [keys.reading('shop')]: {
      organization: 'org1',
      runId: 'r1',
      readAt,
      tags: { env: 'prod' },
      services: [{ ...service, tags: { team: 'a' }, integrations: [{ id: 'i1', endpointId: 'e1' }] }],
      endpoints: [{ id: 'e1', name: 'headroom-orders', maximum: { kind: 'additional', gb: 50 } }],
      announced: ['orders'],
    },
    [keys.history('shop')]: { days: [today - 9, today - 2, today], services: [history] },
    [keys.planDisk('pg', 'p')]: { askedAt: readAt, answer: { diskMb: 100 * gb, capMb: 500 * gb } },
    [keys.price('pg', 'p', 'c')]: { askedAt: readAt, answer: '0.000205' },
    ...more,
  };
  for (const [key, object] of Object.entries(objects)) await writeObject(store, key, object);
  return store;
};

describe('a capture of a store', () => {
  it('has the last reading of every project, with plans, prices and autoscalers', async () => {
    const captured = await storedOrganization(await storeWith());
    expect(captured).toMatchObject({
      id: 'org1',
      atMs: Date.parse(readAt),
      plans: [{ type: 'pg', name: 'p', diskMb: 100 * gb, capMb: 500 * gb }],
      prices: [{ type: 'pg', plan: 'p', cloud: 'c', additionalGb: '0.000205' }],
    });
    expect(captured.projects).toMatchObject([
      {
        name: 'shop',
        tags: { env: 'prod' },
        services: [{ name: 'orders', tags: { team: 'a' }, integrations: [{ endpointId: 'e1' }] }],
        endpoints: [{ name: 'headroom-orders', maximum: { kind: 'additional', gb: 50 } }],
      },
    ]);
    expect(captured.projects[0]?.services[0]?.points).toHaveLength(3);
  });

  it('has what the store knows of it: histories, grants, endpoints made by hand, and whether a plan was ever applied', async () => {
    const grant = { project: 'shop', service: 'orders', maxGb: 60, through: '2026-04-09', by: 'anna', at: readAt };
    const adopted = [{ service: 'orders', endpointName: 'by-hand', kind: 'additional' }];
    const created = { ...history, createdAt: readAt };
    const store = await storeWith({
      [keys.history('shop')]: { days: [today - 9, today - 2, today], services: [created] },
      [keys.applied('shop')]: { services: [], adopted },
      [keys.grants]: { grants: [grant] },
      [keys.inventoryIndex]: { organization: 'org1', projects: { shop: { readAt } }, policy: '', enforcedSince: '' },
    });
    const captured = await storedOrganization(store);
    // Services of a twin are created with it.
    const known = { days: [today - 9, today - 2, today], services: [history] };
    expect(captured.atStart).toEqual({
      enforced: true,
      grants: [grant],
      projects: { shop: { history: known, adopted } },
    });
    expect((await storedOrganization(await storeWith())).atStart.enforced).toBe(false);
  });

  it('has the disks of the days before where they were smaller', async () => {
    const use = { ...history, used: [0, 1, 2, 3, 4].map((ago) => [today - 4 + ago, (60 + ago) * gb]) };
    const store = await storeWith({ [keys.history('shop')]: { days: [today], services: [use] } });
    const [project] = scenarioOf(await storedOrganization(store)).scenario.projects;
    const { usedGbBefore, diskGbBefore, diskGb } = project?.services?.[0] ?? {};
    expect(diskGb).toBe(200);
    expect(diskGbBefore).toHaveLength(usedGbBefore?.length ?? 0);
    expect([diskGbBefore?.[0], diskGbBefore?.at(-1)]).toEqual([100, 200]);
  });

  it('names what no run has read, what the store lost, and what it never has', async () => {
    const { omissions } = await storedOrganization(await storeWith());
    expect(omissions.map(({ subject }) => subject)).toEqual(['gone', 'new', 'prices', 'endpoints']);
    const damaged = await storeWith({ [keys.history('shop')]: { days: 'none' } });
    const captured = await storedOrganization(damaged);
    expect(captured.projects[0]?.services[0]?.points).toEqual([]);
    expect(captured.omissions).toContainEqual({ subject: 'shop', why: 'the store has no history of its disks' });
  });

  it('says what to do about a store without an inventory', async () => {
    await expect(storedOrganization(createMemoryStore())).rejects.toThrow(
      'this store has no inventory yet: every run of headroom apply, in any mode, reads the organization into it',
    );
  });
});
