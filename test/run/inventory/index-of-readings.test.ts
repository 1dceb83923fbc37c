import { expect, it } from 'vitest';
import { noGrowth } from '../../../lib/core/plan/waits/waits.ts';
import { latelyIn, noteReadings, readIndex } from '../../../lib/run/inventory/index-of-readings.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { aRun } from '../stored.ts';

it('what runs changed counts for 24 hours, once for each run however often its task is repeated', async () => {
  const store = createMemoryStore();
  const note = (runId: string, now: string, growth: number, saved = 0) => {
    const spent = { ...noGrowth, growth, saved, managed: 7 };
    const run = aRun({ runId, listed: ['shop'] });
    return noteReadings(store, { organization: 'org', run, now, snapshots: [], unread: [], spent });
  };
  const lately = async (now: string) => latelyIn(await readIndex(store, 'org'), now);
  await note('run-1', '2030-01-01T00:00:00.000Z', 3);
  await note('run-1', '2030-01-01T00:01:00.000Z', 3);
  await note('run-2', '2030-01-01T12:00:00.000Z', 0, 2);
  await note('run-3', '2030-01-01T13:00:00.000Z', 0);
  expect(await lately('2030-01-01T13:00:00.000Z')).toEqual({ managed: 7, growth: 3, saved: 2 });
  expect(await lately('2030-01-02T00:01:00.000Z')).toEqual({ managed: 7, growth: 0, saved: 2 });
  // Planned again, it changes nothing any more.
  await note('run-2', '2030-01-01T13:01:00.000Z', 0);
  expect(await lately('2030-01-01T13:01:00.000Z')).toEqual({ managed: 7, growth: 3, saved: 0 });
  expect(await lately('2030-01-03T00:00:00.000Z')).toEqual({ managed: 7, growth: 0, saved: 0 });
  expect(latelyIn(await readIndex(store, 'other'), '2030-01-01T13:00:00.000Z')).toMatchObject({
    managed: 0,
    growth: 0,
  });
});
