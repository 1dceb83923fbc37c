import { describe, expect, it } from 'vitest';
import type { Question } from '../../../lib/core/plan/lookups.ts';
import { noteAsked, openQuestions, poseQuestions, readAsked } from '../../../lib/run/lookup/run-lookups.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { readObject } from '../../../lib/run/store/objects.ts';
import { aRun } from '../stored.ts';

const size: Question = { kind: 'plan-disk', project: 'a', serviceType: 'pg', plan: 'startup-4' };
const events: Question = { kind: 'events', project: 'a' };
const usage: Question = { kind: 'usage', project: 'a', service: 'orders', diskMb: 1024 };
const run = aRun({});
const { runId } = run;
const stored = (store: ReturnType<typeof createMemoryStore>) => readObject(store, keys.questions(runId));

describe('the questions of a run', () => {
  it('are open until they are noted as asked, whatever project they go through', async () => {
    const store = createMemoryStore();
    expect(await openQuestions(store, runId)).toEqual([]);
    await poseQuestions(store, runId, [size, events]);
    expect(await openQuestions(store, runId)).toEqual([size, events]);
    await noteAsked(store, runId, [{ ...size, project: 'b' }]);
    expect(await openQuestions(store, runId)).toEqual([events]);
    const asked = await readAsked(store, run);
    expect([asked.has(size), asked.has(events)]).toEqual([true, false]);
    expect(await openQuestions(store, 'run-2')).toEqual([]);
  });

  it('are the same round when an attempt to plan is repeated', async () => {
    const store = createMemoryStore();
    for (const open of [[size], [size], [size, events]]) await poseQuestions(store, runId, open);
    expect(await stored(store)).toEqual({ rounds: 1, open: [size, events], asked: [] });
  });

  it('end with the fourth round, also if some were never asked', async () => {
    const store = createMemoryStore();
    const rounds = [size, usage, { ...usage, service: 'carts' }, { ...usage, service: 'users' }];
    for (const [before, question] of rounds.entries()) {
      expect((await readAsked(store, run)).has({ ...size, plan: 'startup-8' })).toBe(false);
      await poseQuestions(store, runId, [question]);
      expect(await stored(store)).toMatchObject({ rounds: before + 1 });
      await noteAsked(store, runId, [question]);
    }
    const asked = await readAsked(store, run);
    expect(asked.has({ ...size, plan: 'startup-8' })).toBe(true);
    expect(asked.measured).toBe(3);
  });

  it('are noted once each, also if two attempts asked them', async () => {
    const store = createMemoryStore();
    await poseQuestions(store, runId, [size, events]);
    await noteAsked(store, runId, [size]);
    await noteAsked(store, runId, [size, events]);
    expect(await stored(store)).toEqual({ rounds: 1, open: [], asked: [size, events] });
  });

  it('are noted also where their record is lost, and without any nothing is written', async () => {
    const store = createMemoryStore();
    await noteAsked(store, runId, []);
    expect(await stored(store)).toBeUndefined();
    await noteAsked(store, runId, [size]);
    expect(await stored(store)).toEqual({ rounds: 0, open: [], asked: [size] });
  });

  it('are about expired answers too, unless an event started the run', async () => {
    const store = createMemoryStore();
    for (const [kind, refreshes] of [
      ['schedule', true],
      ['manual', true],
      ['event', false],
    ] as const) {
      const asked = await readAsked(store, aRun({ trigger: { kind, by: 'a test' } }));
      expect(asked).toMatchObject({ runId, refreshes });
    }
  });
});
