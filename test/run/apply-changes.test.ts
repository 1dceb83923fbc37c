import { describe, expect, it } from 'vitest';
import type { ListedService, Platform, Store } from '../../lib/ports.ts';
import { applyChanges } from '../../lib/run/apply-changes.ts';
import { takeLease } from '../../lib/run/lease.ts';
import { setStoreMode } from '../../lib/run/mode.ts';
import { keys, writeObject } from '../../lib/run/objects.ts';
import type { RunFreeze } from '../../lib/run/restraint.ts';
import { at, rules, world } from '../core/one-service.ts';
import { aPolicy, aService, planOf } from '../core/organization.ts';
import { createMemoryStore } from '../memory-store.ts';
import { enableAll } from '../workflow/scenarios.ts';

const project = 'shop-prod';
const clock = { now: () => Date.parse('2030-06-15T12:00:00Z') };
const noFreeze: RunFreeze = {
  begunMs: clock.now(),
  periods: [],
  problem: null,
  knownUntilMs: clock.now() + 1,
  allow: [],
};

/** A run that is about to lower one maximum from 400 to 100 GB; `whileReading` happens as the platform shows its disk. */
const lowering = async (whileReading: (store: Store) => Promise<void>, shown: Partial<ListedService> = {}) => {
  const store = createMemoryStore();
  const snapshot = world([at('e1', 400)], ['e1']);
  const { changes } = planOf([snapshot], { policy: aPolicy({ rules: rules['enable at 100'] }) }).plan;
  await writeObject(store, keys.snapshot('run', project), snapshot);
  await writeObject(store, keys.freeze('run'), noFreeze);
  // As much of the run as the limit of failed changes asks for.
  await writeObject(store, keys.run('run'), { policy: enableAll(100), mode: 'enforce' });
  await takeLease({ store, clock }, 'run', 'a test');
  const sent: string[] = [];
  const platform: Partial<Platform> = {
    getService: async (): Promise<ListedService | undefined> => {
      await whileReading(store);
      return { ...aService(), ...shown };
    },
    updateEndpoint: async (_, id, maximum) => {
      sent.push(`${id} ${maximum.gb}`);
      return at('e1', maximum.gb);
    },
    listEndpoints: async () => [at('e1', 100)],
  };
  const part = { runId: 'run', phase: 'release', project, changes } as const;
  const results = await applyChanges({ platform: platform as Platform, store, clock }, part);
  return { sent, results: results.map(({ kind, status, error }) => [kind, status, error]) };
};

describe('a maximum that is to be lowered', () => {
  it('is lowered once its disk was looked at', async () => {
    expect(await lowering(async () => undefined)).toEqual({
      sent: ['e1 100'],
      results: [['update-endpoint', 'confirmed', undefined]],
    });
  });

  it('is left as it is where its disk has grown since the plan was made', async () => {
    const { sent, results } = await lowering(async () => undefined, { diskMb: 96 * 1024 });
    expect(sent).toEqual([]);
    expect(results).toEqual([['update-endpoint', 'failed', expect.stringContaining('the disk has grown')]]);
  });

  it.each(['stop', 'observe'] as const)(
    'is held back by a %s that is set while its disk is looked at',
    async (mode) => {
      const { sent, results } = await lowering((store) => setStoreMode({ store, clock }, mode, 'somebody'));
      expect(sent).toEqual([]);
      expect(results).toEqual([['update-endpoint', 'skipped', expect.stringContaining(mode)]]);
    },
  );

  it('is held back by a run that takes the lease while its disk is looked at', async () => {
    const { sent, results } = await lowering((store) => store.delete(keys.lease));
    expect(sent).toEqual([]);
    expect(results).toEqual([['update-endpoint', 'failed', expect.stringContaining('LeaseLost')]]);
  });
});
