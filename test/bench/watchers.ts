import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { serveDashboard } from '../../lib/dashboard/serve.ts';
import { createMemoryStore } from '../../lib/local/memory-store.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { writeObject } from '../../lib/run/store/objects.ts';
import type { RunObject } from '../../lib/run/store/run-objects.ts';
import { noteRunBegun } from '../../lib/run/store/run-summaries.ts';
import { systemClock, systemSleep } from '../../lib/run/system-clock.ts';
import { aChange } from '../core/a-change.ts';
import type { Measurement } from './run.ts';

/** People who watch a run at the same time. */
const watchers = 50;
/** Looks at the store in an hour, each of which finds news: more than any run makes. */
const updates = 7_200;

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
  await writeObject(
    store,
    keys.changes('run-1', 'grant', 'a'),
    Array.from({ length: updates }, () => aChange()),
  );
  const progress = (attempts: number) =>
    writeObject(store, keys.progress('run-1', 'grant', 'a'), {
      attempts: Array.from({ length: attempts % 100 }, () => ({ status: 'skipped', error: '' })),
      made: [],
    });
  return { store, progress };
};

/** Reads a stream of events; `told` is how many of them brought news, and `heard` resolves at the next. */
const watch = async (url: string, onNews: () => void): Promise<() => void> => {
  const stop = new AbortController();
  const { body } = await fetch(`${url}/events`, { signal: stop.signal });
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of body ?? []) if (decoder.decode(chunk).includes('event: progress')) onNews();
  };
  read().catch(() => undefined);
  return () => stop.abort();
};

/** An hour of fifty watchers in as little time as it takes: the pause between two looks at the store is left out. */
const soak = async (): Promise<readonly number[]> => {
  const { store, progress } = await startRun();
  const options = { store, clock: systemClock, rulesOf: () => [], linesOf: async () => [] };
  let heard = 0;
  let wake = () => {};
  const sleep = async (): Promise<void> => {
    await new Promise<void>((resolve) => setImmediate(resolve));
  };
  const dashboard = await serveDashboard({ ...options, sleep }, 0);
  const stops = await Promise.all(
    Array.from({ length: watchers }, () =>
      watch(dashboard.url, () => {
        heard += 1;
        if (heard % watchers === 0) wake();
      }),
    ),
  );
  const heaps: number[] = [];
  for (let update = 1; update <= updates; update += 1) {
    const next = new Promise<void>((resolve) => {
      wake = resolve;
    });
    await progress(update);
    await next;
    if ([600, updates / 2, updates].includes(update)) heaps.push(await heapMb());
  }
  for (const stop of stops) stop();
  await dashboard.close();
  return heaps;
};

/** Time from a change in the store until the last of fifty watchers has heard of it, at the real pace. */
const slowestMs = async (): Promise<number> => {
  const { store, progress } = await startRun();
  const options = { store, clock: systemClock, sleep: systemSleep, rulesOf: () => [], linesOf: async () => [] };
  const dashboard = await serveDashboard(options, 0);
  let heard = 0;
  let wake = () => {};
  const stops = await Promise.all(
    Array.from({ length: watchers }, () =>
      watch(dashboard.url, () => {
        heard += 1;
        if (heard % watchers === 0) wake();
      }),
    ),
  );
  let slowest = 0;
  for (let update = 1; update <= 10; update += 1) {
    const next = new Promise<void>((resolve) => {
      wake = resolve;
    });
    await systemSleep(100 * update);
    const began = performance.now();
    await progress(update);
    await next;
    slowest = Math.max(slowest, performance.now() - began);
  }
  for (const stop of stops) stop();
  await dashboard.close();
  return slowest;
};

/** Fifty people watch a run: how late they hear of a change, and what an hour of it leaves in memory. */
export const dashboardWatchers = async (): Promise<Measurement[]> => {
  const benchmark = `dashboard with ${watchers} watchers`;
  const slowest = await slowestMs();
  const heaps = await soak();
  const [start = 0, middle = 0, end = 0] = heaps.map((mb) => Math.round(mb * 10) / 10);
  const measure = (name: string, value: number, unit: string, limit: number) => ({
    benchmark,
    measure: name,
    value,
    unit,
    limit,
  });
  return [
    measure('slowest event', Math.round(slowest), 'ms', 1000),
    measure('heap after 600 updates', start, 'MB', 150),
    measure(`heap after ${updates / 2} updates`, middle, 'MB', start + 3),
    measure(`heap after ${updates} updates`, end, 'MB', start + 3),
  ];
};
