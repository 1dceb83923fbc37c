import { describe, expect, it } from 'vitest';
import { dayMs } from '../../../lib/core/model/durations.ts';
import { createMemoryStore } from '../../../lib/local/memory-store.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { withRefusals } from '../../../lib/run/store/refusals.ts';
import { aService } from '../../core/organization.ts';

const refusedMs = Date.parse('2026-03-02T08:00:00Z');
const service = aService({ name: 's0' });

/** How a plan sees the service so long after its refusal, and how many refusals the store has then. */
const seenAfter = async (ms: number, more: Partial<typeof service> = {}) => {
  const store = createMemoryStore();
  const { plan, cloud } = service;
  const refusal = { project: 'p', service: 's0', plan, cloud, at: new Date(refusedMs).toISOString(), message: 'no' };
  await writeObject(store, keys.refusal('p', 's0'), refusal);
  const marked = await withRefusals({ store, clock: { now: () => refusedMs + ms } });
  const [seen] = marked('p', [{ ...service, ...more }]);
  const left = await store.list(keys.refusals);
  return { refusal: seen?.refusal, refusedBefore: seen?.refusedBefore, stored: left.length };
};

describe('a service that the platform refused', () => {
  it('is skipped with the message for a week', async () => {
    expect(await seenAfter(7 * dayMs - 1)).toEqual({ refusal: 'no', refusedBefore: undefined, stored: 1 });
  });

  it('is skipped also by a run whose clock is up to a day behind', async () => {
    const skipped = { refusal: 'no', refusedBefore: undefined, stored: 1 };
    expect(await seenAfter(-1)).toEqual(skipped);
    expect(await seenAfter(-dayMs)).toEqual(skipped);
  });

  it('is asked for again after a week, and the plan knows that it was refused', async () => {
    expect(await seenAfter(7 * dayMs)).toEqual({ refusal: undefined, refusedBefore: true, stored: 1 });
    expect(await seenAfter(35 * dayMs - 1)).toEqual({ refusal: undefined, refusedBefore: true, stored: 1 });
  });

  it('counts as new with another plan or cloud', async () => {
    const anew = { refusal: undefined, refusedBefore: undefined, stored: 1 };
    expect(await seenAfter(dayMs, { plan: 'business-4' })).toEqual(anew);
    expect(await seenAfter(8 * dayMs, { cloud: 'other' })).toEqual(anew);
  });

  it('counts as new if no run asked for it again for five weeks, or if the clock was more than a day ahead', async () => {
    const gone = { refusal: undefined, refusedBefore: undefined, stored: 0 };
    expect(await seenAfter(35 * dayMs)).toEqual(gone);
    expect(await seenAfter(-dayMs - 1)).toEqual(gone);
  });
});
