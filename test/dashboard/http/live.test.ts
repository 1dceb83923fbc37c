import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { createReader } from '../../../lib/dashboard/facts/latest.ts';
import { createLive } from '../../../lib/dashboard/http/live.ts';
import { createMemoryStore } from '../../../lib/local/memory-store.ts';

/** A stream of states whose turns the test takes; each turn ends all sleeps. */
const startLive = () => {
  const reader = createReader(createMemoryStore());
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
  const watch = async () => {
    const reader = (await app.request('/events')).body?.getReader();
    const first = new TextDecoder().decode((await reader?.read())?.value);
    return { first, leave: () => reader?.cancel() };
  };
  const turn = async () => {
    const all = sleeping;
    sleeping = [];
    for (const wake of all) wake();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { live, watch, turn, looks: () => looks };
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

it('a watcher that comes back learns the present state at once', async () => {
  const { watch } = startLive();
  const first = await watch();
  await first.leave();
  expect((await watch()).first).toContain('data: none');
});
