import { describe, expect, it } from 'vitest';
import type { Mode } from '../../lib/core/model/model.ts';
import type { Platform, Store } from '../../lib/ports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { setStoreMode } from '../../lib/run/store/mode.ts';
import { enableAll, even } from './scenarios.ts';
import { startWorld, type World } from './local-headroom.ts';

/** The platform with something that happens after so many writes of endpoints. */
const happening = ({ platform }: World['ports'], writes: number, happen: () => Promise<void>): Platform => {
  let done = 0;
  return {
    ...platform,
    createEndpoint: async (...given) => {
      const endpoint = await platform.createEndpoint(...given);
      done += 1;
      if (done === writes) await happen();
      return endpoint;
    },
  };
};

const statuses = (results: readonly { status: string }[]) => results.map(({ status }) => status);

describe('a run at work', () => {
  it.each<Mode>(['observe', 'stop'])('sees mode %s before its next write and leaves out the rest', async (mode) => {
    const world = await startWorld(even(1, 3), enableAll(200));
    const platform = happening(world.ports, 1, () => setStoreMode(world.ports, mode, 'ada'));
    const { result, writes } = await world.counted(() => world.reconcile({ ports: { platform } }));
    expect(writes).toBe(1);
    expect(result.outcome).toBe('partial');
    expect(statuses(result.results)).toEqual(['confirmed', ...Array(5).fill('skipped')]);
    expect(result.results[1]?.error).toContain(`ada set the mode to ${mode}`);

    await setStoreMode(world.ports, 'enforce', 'ada');
    expect((await world.reconcile()).outcome).toBe('applied');
    const { result: last, writes: none } = await world.counted(() => world.reconcile());
    expect([last.outcome, none]).toEqual(['nothing', 0]);
  });

  it('in all projects at once stops everywhere', async () => {
    const world = await startWorld(even(4, 3), enableAll(200));
    const platform = happening(world.ports, 2, () => setStoreMode(world.ports, 'stop', 'ada'));
    const { result, writes } = await world.counted(() => world.reconcile({ ports: { platform } }));
    const sent = result.results.filter(({ status }) => status !== 'skipped');
    expect(sent).toHaveLength(writes);
    // Writes that were on their way when the mode was set are not called back.
    expect(writes).toBeLessThanOrEqual(2 + 4);
  });

  it('does not go on when the mode is lifted in the middle of what it has left out', async () => {
    const world = await startWorld(even(1, 3), enableAll(200));
    const platform = happening(world.ports, 1, () => setStoreMode(world.ports, 'stop', 'ada'));
    let asked = 0;
    const store: Store = {
      ...world.store,
      get: async (key) => {
        const found = await world.store.get(key);
        if (key === keys.mode) asked += 1;
        // Discover asks first, then each of the first two changes: from then on it is lifted.
        if (key === keys.mode && asked === 3) await setStoreMode(world.ports, 'enforce', 'ada');
        return found;
      },
    };
    const report = await world.reconcile({ ports: { platform, store } });
    expect(statuses(report.results)).toEqual(['confirmed', ...Array(5).fill('skipped')]);
  });

  it('writes nothing more once the mode cannot be read any more', async () => {
    const world = await startWorld(even(1, 3), enableAll(200));
    const platform = happening(world.ports, 1, () => world.store.put(keys.mode, 'garbage'));
    const { result, writes } = await world.counted(() => world.reconcile({ ports: { platform } }));
    expect(writes).toBe(1);
    expect(result.results[1]?.error).toContain('mode.json in the store is not JSON');
  });
});
