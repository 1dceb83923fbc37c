import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { createReader } from '../../../lib/dashboard/facts/latest.ts';
import { createLive } from '../../../lib/dashboard/http/live.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { noteRunEnded } from '../../../lib/run/store/run-summaries.ts';
import { systemClock } from '../../../lib/run/system-clock.ts';
import { storeReport } from '../../run/stored.ts';
import { largeReport } from '../large-store.ts';

/** A stream of states whose turns the test takes; each turn ends all sleeps. */
const startLive = () => {
  const store = createMemoryStore();
  const reader = createReader({ store, clock: systemClock });
  let looks = 0;
  const counted = {
    latest: () => {
      looks += 1;
      return reader.latest();
    },
  };
  let sleeping: (() => void)[] = [];
  const sleep = () => new Promise<void>((resolve) => sleeping.push(resolve));
  const live = createLive(counted, sleep);
  const app = new Hono();
  app.get('/events', (c) => live.stream(c));
  /** Opens a stream and reads it up to the first state. */
  const watch = async (seen?: string) => {
    const headers: Record<string, string> = seen === undefined ? {} : { 'last-event-id': seen };
    const reader = (await app.request('/events', { headers })).body?.getReader();
    const next = async () => new TextDecoder().decode((await reader?.read())?.value);
    let first = await next();
    if (seen === undefined) while (!first.includes('data:')) first += await next();
    return { first, next, leave: () => reader?.cancel() };
  };
  const turn = async () => {
    const all = sleeping;
    sleeping = [];
    for (const wake of all) wake();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { app, store, live, watch, turn, looks: () => looks };
};

it('fifty watchers share one look at the store, and when all have left there is none', async () => {
  const { live, watch, turn, looks } = startLive();
  const watchers = await Promise.all(Array.from({ length: 50 }, watch));
  expect(live.watchers()).toBe(50);
  const before = looks();
  await turn();
  expect(looks() - before).toBe(1);
  for (const { leave } of watchers) await leave();
  expect(live.watchers()).toBe(0);
  await turn();
  const after = looks();
  await turn();
  expect(looks()).toBe(after);
});

it('a request for the headers alone is no watcher: nothing would ever end it', async () => {
  const { app, live, turn, looks } = startLive();
  const { headers, status } = await app.request('/events', { method: 'HEAD' });
  expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  expect(live.watchers()).toBe(0);
  await turn();
  expect(looks()).toBe(0);
});

it('a watcher that comes back learns the present state at once', async () => {
  const { watch } = startLive();
  const first = await watch();
  await first.leave();
  expect((await watch()).first).toContain('data: none');
});

it('a watcher that has the present state gets the next one, and none before', async () => {
  const { store, watch, turn } = startLive();
  const first = await watch();
  const again = await watch('none');
  await turn();
  await storeReport(store, largeReport(1));
  await noteRunEnded(store, undefined, largeReport(1));
  await turn();
  await turn();
  expect(again.first + (await again.next())).not.toContain('data: none');
  expect(await first.next()).toContain('id: large.needs-approval');
});

it('a watcher that reads slowly has no queue: it gets the last state', async () => {
  const { live, turn, store, watch } = startLive();
  const slow = await watch();
  for (const runId of ['run-1', 'run-2', 'run-3', 'run-4', 'run-5', 'run-6']) {
    await noteRunEnded(store, undefined, { ...largeReport(1), runId, startedAt: `2026-03-0${runId.at(-1)}T08:00:00Z` });
    await turn();
    await turn();
  }
  let received = '';
  while (!received.includes('id: run-6')) received += await slow.next();
  expect(received.match(/^id: /gm)?.length).toBeLessThan(6);
  expect(live.watchers()).toBe(1);
});
