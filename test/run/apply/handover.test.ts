import { describe, expect, it } from 'vitest';
import { StoreDamaged } from '../../../lib/contract/errors.ts';
import type { Change } from '../../../lib/core/change/change.ts';
import { changesOf, handOverChanges } from '../../../lib/run/apply/handover.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { needObject, writeObject } from '../../../lib/run/store/objects.ts';
import { aChange, aPlan, storeChanges } from '../stored.ts';

const change = (project: string, service: string): Change => ({ ...aChange(service), project });
const { rule, reasons } = aChange('a');
const lowered = (project: string): Change => ({
  phase: 'release',
  kind: 'delete-endpoint',
  project,
  service: 'a',
  fromGb: 10,
  rule,
  reasons,
  endpointName: 'headroom-a',
  endpointId: 'e1',
});

/** A plan whose changes need several parts, one of them with the end of a project and the begin of the next. */
const changes = [
  lowered('shop'),
  ...Array.from({ length: 250 }, (_, n) => change('logs', `s${n}`)),
  ...Array.from({ length: 250 }, (_, n) => change('shop', `s${n}`)),
];

const partsIn = async (store: ReturnType<typeof createMemoryStore>) =>
  (await store.list('runs/run-1/plan/')).filter((key) => /[0-9a-f]{64}/.test(key));

describe('the changes of a plan that is carried out', () => {
  it('are stored once, in parts of the plan', async () => {
    const store = createMemoryStore();
    await storeChanges(store, 'run-1', changes);
    expect(await partsIn(store)).toHaveLength(3);
    const texts = await Promise.all((await store.list('')).map(async (key) => (await store.get(key))?.body ?? ''));
    expect(texts.join('').split('"service":"s7"')).toHaveLength(1 + 2);
    expect(await needObject(store, keys.plan('run-1'))).toEqual(aPlan({ changes }));
  });

  it('are found by project and phase, in the order of the plan', async () => {
    const store = createMemoryStore();
    await storeChanges(store, 'run-1', changes);
    expect(await changesOf(store, 'run-1', 'release', 'shop')).toEqual([lowered('shop')]);
    expect(await changesOf(store, 'run-1', 'release', 'logs')).toEqual([]);
    for (const project of ['logs', 'shop'])
      expect(await changesOf(store, 'run-1', 'grant', project)).toEqual(
        changes.filter((one) => one.phase === 'grant' && one.project === project),
      );
  });

  it('are found neither before the handover, nor in parts that an earlier attempt to plan left', async () => {
    const store = createMemoryStore();
    await writeObject(store, keys.plan('run-1'), aPlan({ changes }));
    expect(await changesOf(store, 'run-1', 'grant', 'shop')).toEqual([]);
    await storeChanges(store, 'run-1', [change('logs', 'a')]);
    expect(await partsIn(store)).toHaveLength(4);
    expect(await changesOf(store, 'run-1', 'grant', 'shop')).toEqual([]);
    expect(await changesOf(store, 'run-1', 'grant', 'logs')).toEqual([change('logs', 'a')]);
  });

  it('are refused where a part has other content than the handover names', async () => {
    const store = createMemoryStore();
    await storeChanges(store, 'run-1', [change('shop', 'a')]);
    const [part = ''] = await partsIn(store);
    await store.put(part, ((await store.get(part))?.body ?? '').replace('"toGb":100', '"toGb":900'));
    await expect(changesOf(store, 'run-1', 'grant', 'shop')).rejects.toThrow(StoreDamaged);
    await expect(changesOf(store, 'run-1', 'grant', 'shop')).rejects.toThrow(`its part ${part} was changed`);
    await store.delete(part);
    await expect(changesOf(store, 'run-1', 'grant', 'shop')).rejects.toThrow(`its part ${part} is missing`);
  });

  it('are none for a plan that is stored but empty', async () => {
    const store = createMemoryStore();
    await handOverChanges(store, 'run-1', aPlan({}));
    expect(await changesOf(store, 'run-1', 'grant', 'shop')).toEqual([]);
  });
});
