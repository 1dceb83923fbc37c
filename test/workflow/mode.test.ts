import { describe, expect, it } from 'vitest';
import type { Mode } from '../../lib/core/model/model.ts';
import type { Platform, Store } from '../../lib/ports.ts';
import { keys } from '../../lib/run/store/keys.ts';
import { setStoreMode } from '../../lib/run/store/mode.ts';
import { type LocalHeadroom, startHeadroom } from './local-headroom.ts';
import { enableAll, even } from './scenarios.ts';

/** The platform with something that happens after so many writes of endpoints. */
const happening = ({ platform }: LocalHeadroom['ports'], writes: number, happen: () => Promise<void>): Platform => {
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
    const headroom = await startHeadroom(even(1, 3), enableAll(200));
    const platform = happening(headroom.ports, 1, () => setStoreMode(headroom.ports, mode, 'ada'));
    const { result, writes } = await headroom.counted(() => headroom.reconcile({ ports: { platform } }));
    expect(writes).toBe(1);
    expect(result.outcome).toBe('partial');
    expect(statuses(result.results)).toEqual(['confirmed', ...Array(5).fill('skipped')]);
    expect(result.results[1]?.error).toContain(`ada set the mode to ${mode}`);

    await setStoreMode(headroom.ports, 'enforce', 'ada');
    expect((await headroom.reconcile()).outcome).toBe('applied');
    const { result: last, writes: none } = await headroom.counted(() => headroom.reconcile());
    expect([last.outcome, none]).toEqual(['nothing', 0]);
  });

  it('in all projects at once stops everywhere', async () => {
    const headroom = await startHeadroom(even(4, 3), enableAll(200));
    const platform = happening(headroom.ports, 2, () => setStoreMode(headroom.ports, 'stop', 'ada'));
    const { result, writes } = await headroom.counted(() => headroom.reconcile({ ports: { platform } }));
    const sent = result.results.filter(({ status }) => status !== 'skipped');
    expect(sent).toHaveLength(writes);
    // Writes that were on their way when the mode was set are not called back.
    expect(writes).toBeLessThanOrEqual(2 + 4);
  });

  it('does not go on when the mode is lifted in the middle of what it has left out', async () => {
    const headroom = await startHeadroom(even(1, 3), enableAll(200));
    const platform = happening(headroom.ports, 1, () => setStoreMode(headroom.ports, 'stop', 'ada'));
    let asked = 0;
    const store: Store = {
      ...headroom.store,
      get: async (key) => {
        const found = await headroom.store.get(key);
        if (key === keys.mode) asked += 1;
        // Discover asks first, then each of the first two changes: from then on it is lifted.
        if (key === keys.mode && asked === 3) await setStoreMode(headroom.ports, 'enforce', 'ada');
        return found;
      },
    };
    const report = await headroom.reconcile({ ports: { platform, store } });
    expect(statuses(report.results)).toEqual(['confirmed', ...Array(5).fill('skipped')]);
  });

  it('writes nothing more once the mode cannot be read any more', async () => {
    const headroom = await startHeadroom(even(1, 3), enableAll(200));
    const platform = happening(headroom.ports, 1, () => headroom.store.put(keys.mode, 'garbage'));
    const { result, writes } = await headroom.counted(() => headroom.reconcile({ ports: { platform } }));
    expect(writes).toBe(1);
    expect(result.results[1]?.error).toContain('mode.json in the store is not JSON');
  });
});
