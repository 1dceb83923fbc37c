import { describe, expect, it } from 'vitest';
import type { PlanRollout } from '../../../lib/core/plan/plan-result.ts';
import { countFailures } from '../../../lib/run/plan/bounds.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { readObject, writeObject } from '../../../lib/run/store/objects.ts';
import type { StoredRollout } from '../../../lib/run/store/schemas/memory.ts';

const rollout: PlanRollout = { services: 2, left: 3, waiting: [], nextAt: null, failed: 0, stopped: false };
const state: StoredRollout = { stepAt: '2026-03-02T08:00:00.000Z', services: 2, failed: 1, counted: '' };

const started = async () => {
  const store = createMemoryStore();
  await writeObject(store, keys.rollout, state);
  const failed = async () => (await readObject<StoredRollout>(store, keys.rollout))?.failed;
  return { store, failed };
};

describe('the failures of a rollout', () => {
  it('are counted once for each run, also where its report is repeated', async () => {
    const { store, failed } = await started();
    await countFailures({ store }, 'run-1', { rollout }, 2);
    await countFailures({ store }, 'run-1', { rollout }, 2);
    expect(await failed()).toBe(3);
    await countFailures({ store }, 'run-2', { rollout }, 1);
    expect(await failed()).toBe(4);
  });

  it('are those of runs that carry out a step of it', async () => {
    const { store, failed } = await started();
    await countFailures({ store }, 'run-1', {}, 2);
    await countFailures({ store }, 'run-2', null, 2);
    await countFailures({ store }, 'run-3', { rollout }, 0);
    expect(await failed()).toBe(1);
  });

  it('begin no rollout', async () => {
    const store = createMemoryStore();
    await countFailures({ store }, 'run-1', { rollout }, 2);
    expect(await store.get(keys.rollout)).toBeUndefined();
  });
});
