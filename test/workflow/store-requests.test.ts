import { describe, expect, it } from 'vitest';
import { dailyPass } from '../../lib/contract/run-request.ts';
import { surveysFor, timesTogether } from '../../lib/core/inventory/batches.ts';
import { taskHandlers } from '../../lib/local/task-handlers.ts';
import type { Store } from '../../lib/ports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { writeObject } from '../../lib/run/store/objects.ts';
import { type Handler, startHeadroom } from './local-headroom.ts';
import { enableAll, even } from './scenarios.ts';

interface Counted {
  puts: number;
  gets: number;
}

/** Counts as S3 charges: a listing as much as a write, a removal nothing. */
const counting = (store: Store, counted: Counted): Store => ({
  get: (key) => {
    counted.gets += 1;
    return store.get(key);
  },
  put: (key, body, condition) => {
    counted.puts += 1;
    return store.put(key, body, condition);
  },
  list: (prefix) => {
    counted.puts += 1;
    return store.list(prefix);
  },
  delete: (key) => store.delete(key),
  append: (key, record) => {
    counted.puts += 1;
    return store.append(key, record);
  },
  readLog: async (key, from) => {
    const records = await store.readLog(key, from);
    counted.gets += records.length;
    // A listing, or a look for the first record.
    counted.puts += 1;
    return records;
  },
});

/** The state that runs share, the times of readings, which are written many together, and the record of each project for the survey and the plan. */
const requestsOfPass = (projects: number) => {
  const surveys = surveysFor(projects, 2);
  const stored = surveys * Math.ceil(projects / surveys / timesTogether);
  return { puts: 14 + stored, gets: 26 + surveys * 5 + stored + 2 * projects };
};

describe('the requests to the store', () => {
  it.each([
    ['an hourly pass', 3, 'hourly pass'],
    ['an hourly pass', 20, 'hourly pass'],
    ['the daily pass', 20, dailyPass],
  ])('are those of %s over %i projects, and at most one more', async (_, projects, by) => {
    const headroom = await startHeadroom(even(projects, 2), enableAll(40));
    const counted: Counted = { puts: 0, gets: 0 };
    const store = counting(headroom.store, counted);
    const handlers = (): Record<string, Handler> => taskHandlers({ ...headroom.ports, store });
    await headroom.reconcile();
    // The first pass after a change also asks whether the run that made it may still write.
    await headroom.reconcile();
    headroom.pass(60 * 60 * 1000);
    // The first scheduled pass stores the policy that it goes by, and the first daily ones the past year of services that
    // were never measured.
    for (const _pass of [1, 2]) await headroom.reconcile({ input: { trigger: { kind: 'schedule', by } } });
    const { outcome } = await headroom.reconcile({ handlers, input: { trigger: { kind: 'schedule', by } } });
    expect(outcome).toBe('nothing');
    const most = requestsOfPass(projects);
    for (const kind of ['puts', 'gets'] as const) {
      expect(most[kind]).toBeGreaterThanOrEqual(counted[kind]);
      expect(most[kind]).toBeLessThanOrEqual(counted[kind] + 1);
    }
  });
});

describe('the requests to the store of a look for new services', () => {
  it.each([
    // Watermarks and both heartbeat records.
    ['of all projects', 3, { most: 3 }, { puts: 0, gets: 3 }],
    // Also the ages of the readings, the pass that reads, and the turn, which is read and written.
    ['of some projects, in turns', 5, { most: 2 }, { puts: 1, gets: 7 }],
  ])('are those of a look %s', async (_, projects, input, requests) => {
    const headroom = await startHeadroom(even(projects, 1), enableAll(40));
    const counted: Counted = { puts: 0, gets: 0 };
    const watch = (store: Store) => taskHandlers({ ...headroom.ports, store })['watch-services'];
    // As it is once the first heartbeat has come back: until then its former key is asked for too.
    await writeObject(headroom.store, keys.heartbeatArrived, { sentAt: '2026-03-02T08:00:00.000Z' });
    for (const _look of [1, 2, 3]) await watch(headroom.store)(input);
    await watch(counting(headroom.store, counted))(input);
    expect(counted).toEqual(requests);
  });
});
