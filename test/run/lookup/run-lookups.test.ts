import { describe, expect, it } from 'vitest';
import type { Lookup } from '../../../lib/core/plan/lookups.ts';
import {
  doneLookups,
  noteDoneLookups,
  openLookups,
  readDoneLookups,
  storeLookups,
} from '../../../lib/run/lookup/run-lookups.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { readObject } from '../../../lib/run/store/objects.ts';
import { aRun } from '../stored.ts';

const size: Lookup = { kind: 'plan-disk', project: 'a', serviceType: 'pg', plan: 'startup-4' };
const events: Lookup = { kind: 'events', project: 'a' };
const usage: Lookup = { kind: 'usage', project: 'a', service: 'orders', diskMb: 1024 };
const run = aRun({});
const { runId } = run;
const stored = (store: ReturnType<typeof createMemoryStore>) => readObject(store, keys.questions(runId));

describe('the lookups of a run', () => {
  it('are open until they are noted as asked, whatever project they go through', async () => {
    const store = createMemoryStore();
    expect(await openLookups(store, runId)).toEqual([]);
    await storeLookups(store, runId, [size, events]);
    expect(await openLookups(store, runId)).toEqual([size, events]);
    await noteDoneLookups(store, runId, [{ ...size, project: 'b' }]);
    expect(await openLookups(store, runId)).toEqual([events]);
    const asked = await readDoneLookups(store, run);
    expect([asked.has(size), asked.has(events)]).toEqual([true, false]);
    expect(await openLookups(store, 'run-2')).toEqual([]);
  });

  it('are the same round when an attempt to plan is repeated', async () => {
    const store = createMemoryStore();
    for (const open of [[size], [size], [size, events]]) await storeLookups(store, runId, open);
    expect(await stored(store)).toEqual({ rounds: 1, open: [size, events], asked: [] });
  });

  it('end with the fourth round, also if some were never asked', async () => {
    const store = createMemoryStore();
    const rounds = [size, usage, { ...usage, service: 'carts' }, { ...usage, service: 'users' }];
    for (const [before, lookup] of rounds.entries()) {
      expect((await readDoneLookups(store, run)).has({ ...size, plan: 'startup-8' })).toBe(false);
      await storeLookups(store, runId, [lookup]);
      expect(await stored(store)).toMatchObject({ rounds: before + 1 });
      await noteDoneLookups(store, runId, [lookup]);
    }
    const asked = await readDoneLookups(store, run);
    expect(asked.has({ ...size, plan: 'startup-8' })).toBe(true);
    expect(asked.measured).toBe(3);
  });

  it('are noted once each, also if two attempts asked them', async () => {
    const store = createMemoryStore();
    await storeLookups(store, runId, [size, events]);
    await noteDoneLookups(store, runId, [size]);
    await noteDoneLookups(store, runId, [size, events]);
    expect(await stored(store)).toEqual({ rounds: 1, open: [], asked: [size, events] });
  });

  it('are noted also where their record is lost, and without any nothing is written', async () => {
    const store = createMemoryStore();
    await noteDoneLookups(store, runId, []);
    expect(await stored(store)).toBeUndefined();
    await noteDoneLookups(store, runId, [size]);
    expect(await stored(store)).toEqual({ rounds: 0, open: [], asked: [size] });
  });

  it('are about expired answers too, unless an event started the run', async () => {
    const store = createMemoryStore();
    for (const [kind, refreshes] of [
      ['schedule', true],
      ['manual', true],
      ['event', false],
    ] as const) {
      const asked = await readDoneLookups(store, aRun({ trigger: { kind, by: 'a test' } }));
      expect(asked).toMatchObject({ runId, refreshes });
    }
  });
});

const asking = { runId, refreshes: true };

it('a run asks a lookup once, whatever project the lookup goes through', () => {
  const asked = doneLookups(asking, { rounds: 1, lookups: [size, usage, events] });
  expect(asked.has({ ...size, project: 'b' })).toBe(true);
  expect(asked.has({ ...size, plan: 'startup-8' })).toBe(false);
  expect(asked.measured).toBe(1);
});

it('a run asks nothing more after four rounds, whatever the answers were', () => {
  expect(doneLookups(asking, { rounds: 3, lookups: [] }).has(size)).toBe(false);
  expect(doneLookups(asking, { rounds: 4, lookups: [] }).has(size)).toBe(true);
});
