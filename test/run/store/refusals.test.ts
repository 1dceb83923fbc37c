import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../lib/core/model/durations.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { readObject, writeObject } from '../../../lib/run/store/objects.ts';
import { noteLowered, noteRefusal, withRefusals } from '../../../lib/run/store/refusals.ts';
import type { Refusal } from '../../../lib/run/store/schemas/memory.ts';
import { aService } from '../../core/organization.ts';
import { aChange, at } from '../stored.ts';

const refusedMs = Date.parse('2026-03-02T08:00:00Z');
const service = aService({ name: 's0' });

/** How a plan sees the service so long after its refusal. */
const seenAfter = (ms: number, more: Partial<typeof service> = {}) => {
  const { plan, cloud } = service;
  const refusal = { service: 's0', plan, cloud, notOffered: { at: new Date(refusedMs).toISOString(), message: 'no' } };
  const [seen] = withRefusals([{ ...service, ...more }], [refusal], refusedMs + ms);
  return { refusal: seen?.refusal, refusedBefore: seen?.refusedBefore };
};

describe('a service that the platform refused', () => {
  it('is skipped with the message for a week', () => {
    expect(seenAfter(7 * dayMs - 1)).toEqual({ refusal: 'no', refusedBefore: undefined });
  });

  it('is skipped also by a run whose clock is up to a day behind', () => {
    const skipped = { refusal: 'no', refusedBefore: undefined };
    expect(seenAfter(-1)).toEqual(skipped);
    expect(seenAfter(-dayMs)).toEqual(skipped);
  });

  it('is asked for again after a week, and the plan knows that it was refused', () => {
    expect(seenAfter(7 * dayMs)).toEqual({ refusal: undefined, refusedBefore: true });
    expect(seenAfter(35 * dayMs - 1)).toEqual({ refusal: undefined, refusedBefore: true });
  });

  it('counts as new with another plan or cloud', () => {
    const anew = { refusal: undefined, refusedBefore: undefined };
    expect(seenAfter(dayMs, { plan: 'business-4' })).toEqual(anew);
    expect(seenAfter(8 * dayMs, { cloud: 'other' })).toEqual(anew);
  });

  it('counts as new if no run asked for it again for five weeks, or if the clock was more than a day ahead', () => {
    const gone = { refusal: undefined, refusedBefore: undefined };
    expect(seenAfter(35 * dayMs)).toEqual(gone);
    expect(seenAfter(-dayMs - 1)).toEqual(gone);
  });
});

it('the refusals of a service are kept together, until it has another plan', async () => {
  const ports = { store: createMemoryStore(), clock: { now: () => refusedMs } };
  const thread = (path: string) => ({ path: `engine.thread_pool_${path}_size`, asked: 8, got: 4 });
  const noted = async () => (await readObject<readonly Refusal[]>(ports.store, keys.refusals('shop'))) ?? [];
  await writeObject(ports.store, keys.plannedProject('run', 'shop'), {
    changes: [],
    services: [service],
    endpoints: [],
    readAt: at,
  });
  await noteLowered(ports, 'shop', service, [thread('get'), thread('search')]);
  await noteRefusal(ports, 'run', aChange('s0'), 'no');
  await noteLowered(ports, 'shop', service, [{ ...thread('search'), got: 2 }]);
  const lowered = [thread('get'), { ...thread('search'), got: 2 }];
  expect(withRefusals([service], await noted(), refusedMs)).toEqual([{ ...service, refusal: 'no', lowered }]);
  await noteLowered(ports, 'shop', { ...service, plan: 'business-4' }, [thread('get')]);
  expect(withRefusals([service], await noted(), refusedMs)).toEqual([service]);
});
