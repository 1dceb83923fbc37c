import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { createReader } from '../../../lib/dashboard/facts/latest.ts';
import { createLive } from '../../../lib/dashboard/http/live.ts';
import { createMemoryStore } from '../../../lib/local/memory-store.ts';
import { systemClock } from '../../../lib/run/system-clock.ts';

/** A stream of states whose turns the test takes; each turn ends all sleeps. */
const startLive = () => {
  const reader = createReader({ store: createMemoryStore(), clock: systemClock });
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
