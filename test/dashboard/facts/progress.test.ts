import { expect, it } from 'vitest';
import { createProgressReader } from '../../../lib/dashboard/facts/progress.ts';
import type { Store } from '../../../lib/ports.ts';
import { objectText } from '../../../lib/run/store/content.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { aChange } from '../../core/a-change.ts';
import { aPlan, storeChanges } from '../../run/stored.ts';

const skipped = { status: 'skipped', error: 'for a test' } as const;

/** A store with a run over two projects of three changes each. */
const startRun = async () => {
  const store = createMemoryStore();
  let reads = 0;
  const counted: Store = {
    ...store,
    get: (key) => {
      reads += 1;
      return store.get(key);
    },
    readLog: async (key, from) => {
      const records = await store.readLog(key, from);
      reads += records.length;
      return records;
    },
  };
  const changes = () => {
    const of = (project: string) => ['x', 'y', 'z'].map(() => ({ ...aChange(), project }));
    return storeChanges(store, 'run-1', [...of('a'), ...of('b')]);
  };
  const step = (project: string, number: number, place: number, done: number) =>
    store.append(keys.progress('run-1', 'grant', project), {
      number,
      body: objectText({ index: place, attempts: Array.from({ length: done }, () => skipped), made: [] }),
    });
  const progress = createProgressReader(counted);
  return { store, changes, step, progress: () => progress('run-1'), reads: () => reads };
};

it('a run without a plan has no number of changes; then all projects count together', async () => {
  const { changes, step, progress } = await startRun();
  expect(await progress()).toEqual({ done: 0, all: null });
  await changes();
  expect(await progress()).toEqual({ done: 0, all: 6 });
  await step('a', 0, 0, 2);
  await step('b', 0, 0, 0);
  await step('b', 1, 0, 1);
  expect(await progress()).toEqual({ done: 3, all: 6 });
  await step('a', 1, 2, 1);
  expect(await progress()).toEqual({ done: 4, all: 6 });
});

it('a plan that waits for an approval has no changes to do', async () => {
  const { store, progress } = await startRun();
  const changes = [{ ...aChange(), project: 'a' }];
  await writeObject(store, keys.plan('run-1'), aPlan({ verdict: 'needs-approval', changes }));
  expect(await progress()).toEqual({ done: 0, all: null });
});

it('what is created once is read once', async () => {
  const { changes, step, progress, reads } = await startRun();
  await changes();
  await step('a', 0, 0, 2);
  await progress();
  const before = reads();
  await progress();
  expect(reads()).toBe(before);
  await step('a', 1, 2, 1);
  await progress();
  expect(reads()).toBe(before + 1);
});
