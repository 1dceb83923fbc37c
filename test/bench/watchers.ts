import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { serveDashboard } from '../../lib/dashboard/serve.ts';
import { objectText } from '../../lib/run/store/content.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../lib/run/store/memory-store.ts';
import type { RunObject } from '../../lib/run/store/run-objects.ts';
import { noteRunBegun } from '../../lib/run/store/run-summaries.ts';
import { systemClock, systemSleep } from '../../lib/run/system-clock.ts';
import { aChange } from '../core/a-change.ts';
import { type SignedIn, signIn } from '../dashboard/signed-in.ts';
import { storeChanges } from '../run/stored.ts';
import type { Measurement } from './measurement.ts';

/** People who watch a run at the same time. */
const watchers = 50;
/** Looks at the store in an hour, each of which finds news: more than any run makes. */
const updates = 7_200;
/** Those after which everything is loaded. */
const warm = 600;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Heap in use after everything that is not needed is gone, in MB. */
const heapMb = async (): Promise<number> => {
  for (let times = 0; times < 3; times += 1) {
    collect();
    await systemSleep(20);
  }
  return process.memoryUsage().heapUsed / 1e6;
};

/** A run at work over one project, whose progress the benchmark writes. */
const startRun = async () => {
  const store = createMemoryStore();
  const run = {
    runId: 'run-1',
    startedAt: new Date().toISOString(),
    trigger: { kind: 'manual', by: '' },
    mode: 'enforce',
  };
  await noteRunBegun(store, run as RunObject);
  await storeChanges(
    store,
    'run-1',
    Array.from({ length: updates }, () => ({ ...aChange(), project: 'a' })),
  );
  const progress = (place: number) =>
    store.append(keys.progress('run-1', 'grant', 'a'), {
      number: place,
      body: objectText({ place, attempts: [{ status: 'skipped', error: '' }], made: [] }),
    });
  return { store, progress };
};

/** Reads a stream of events until it is stopped. */
const watch = async ({ ask }: SignedIn, onNews: () => void): Promise<() => void> => {
  const stop = new AbortController();
  const { body } = await ask('/events', { signal: stop.signal });
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of body ?? []) if (decoder.decode(chunk).includes('event: progress')) onNews();
  };
  read().catch(() => undefined);
  return () => stop.abort();
};

/** A dashboard with its watchers; `tell` changes the store and ends when the last of them has heard of it. */
const startWatching = async (sleep: (ms: number) => Promise<void>) => {
  const { store, progress } = await startRun();
  const options = {
    path: '/path-of-the-benchmark',
    key: 'key-of-the-benchmark',
    session: 'session-of-the-benchmark',
    store,
    clock: systemClock,
    sleep,
    rulesOf: () => [],
    linesOf: async () => [],
    disksOf: async () => [],
    trials: { start: async () => undefined, run: async () => ({ problems: [] }) },
  };
  const dashboard = await serveDashboard(options, 0);
  const reader = await signIn(dashboard.address);
  let heard = 0;
  let wake = () => {};
  const onNews = () => {
    heard += 1;
    if (heard % watchers === 0) wake();
  };
  const stops = await Promise.all(Array.from({ length: watchers }, () => watch(reader, onNews)));
  return {
    tell: async (update: number) => {
      const next = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await progress(update);
      await next;
    },
    close: async () => {
      for (const stop of stops) stop();
      await dashboard.close();
    },
  };
};

/** Heaps after some updates, in the middle and at the end of an hour that has no pauses between two looks at the store. */
const soak = async (): Promise<readonly number[]> => {
  const { tell, close } = await startWatching(() => new Promise<void>((resolve) => setImmediate(resolve)));
  const heaps: number[] = [];
  for (let update = 1; update <= updates; update += 1) {
    await tell(update);
    if ([warm, updates / 2, updates].includes(update)) heaps.push(await heapMb());
  }
  await close();
  return heaps;
};

/** Time from a change in the store until the last watcher has heard of it, at the real pace; the longest of ten. */
const slowestMs = async (): Promise<number> => {
  const { tell, close } = await startWatching(systemSleep);
  let slowest = 0;
  for (let update = 1; update <= 10; update += 1) {
    await systemSleep(100 * update);
    const began = performance.now();
    await tell(update);
    slowest = Math.max(slowest, performance.now() - began);
  }
  await close();
  return slowest;
};

/** MB that compiled code and caches may add between two measurements. */
const flat = 3;

export const dashboardWatchers = async (): Promise<Measurement[]> => {
  const benchmark = `dashboard with ${watchers} watchers`;
  const slowest = await slowestMs();
  const [start = 0, middle = 0, end = 0] = (await soak()).map((mb) => Math.round(mb * 10) / 10);
  const heap = (after: number, value: number, limit: number | null): Measurement => ({
    benchmark,
    measure: `heap after ${after} updates`,
    value,
    unit: 'MB',
    limit,
  });
  return [
    { benchmark, measure: 'slowest event', value: Math.round(slowest), unit: 'ms', limit: 1000 },
    heap(warm, start, null),
    heap(updates / 2, middle, start + flat),
    heap(updates, end, start + flat),
  ];
};
