import { expect, it } from 'vitest';
import { dayMs, hourMs, isoInstant } from '../../../lib/core/model/durations.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { createTime } from '../engine/time.ts';
import { createAskedAgain } from './asked-again.ts';
import type { SeenLife } from './lived-passes.ts';

const startMs = Date.parse('2026-03-02T00:00:00Z');

/** A life of which only the store, the time and the faults that made Headroom believe a denial are asked. */
const lifeWith = (lies: () => number = () => 0) => {
  const [time, store] = [createTime(startMs), createMemoryStore()];
  const isAskedAgain = createAskedAgain({ time, store, lies } as SeenLife);
  return { store, askedAfter: (ms: number) => time.runTo(startMs + ms).then(isAskedAgain) };
};

it('a store without refusals and denials gives no reason to ask again', async () => {
  expect(await lifeWith().askedAfter(30 * dayMs)).toBe(false);
});

it('a refusal of the autoscaler is asked again after a week, and is of no service of the policy a day later', async () => {
  const { store, askedAfter } = lifeWith();
  const refusal = {
    service: 'orders',
    plan: 'startup-4',
    cloud: 'aws-eu-west-1',
    notOffered: { at: isoInstant(startMs), message: 'No.' },
  };
  await writeObject(store, keys.refusals('shop'), [refusal]);
  expect([await askedAfter(6 * dayMs), await askedAfter(7 * dayMs), await askedAfter(8 * dayMs)]).toEqual([
    false,
    true,
    false,
  ]);
});

it('a denial of a price or of a plan is confirmed within a day', async () => {
  const { store, askedAfter } = lifeWith();
  await store.put(`${keys.prices}one.json`, JSON.stringify({ deniedAt: isoInstant(startMs) }));
  expect([await askedAfter(23 * hourMs), await askedAfter(dayMs)]).toEqual([true, false]);
});

it('what a fault made Headroom believe is looked up again about a day later', async () => {
  const { askedAfter } = lifeWith(() => 1);
  expect([
    await askedAfter(0),
    await askedAfter(13 * hourMs),
    await askedAfter(dayMs),
    await askedAfter(35 * hourMs),
  ]).toEqual([false, false, true, false]);
});
