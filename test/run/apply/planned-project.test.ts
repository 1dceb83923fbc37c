import { describe, expect, it } from 'vitest';
import { StoreDamaged } from '../../../lib/contract/errors.ts';
import type { Change } from '../../../lib/core/change/change.ts';
import { changesOf, plannedProject } from '../../../lib/run/apply/planned-project.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { aService } from '../../core/organization.ts';
import { aChange, aPlan, at, storeChanges } from '../stored.ts';

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

const changes = [
  lowered('shop'),
  ...['b', 'a'].map((service) => change('logs', service)),
  ...Array.from({ length: 4_100 }, (_, n) => change('shop', `s${n}`)),
];

describe('the changes of a plan that is carried out', () => {
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

  it('have beside them what they were planned from', async () => {
    const store = createMemoryStore();
    const seen = { services: [aService({ name: 'a', refusal: 'not offered' })], endpoints: [], readAt: at };
    await storeChanges(store, 'run-1', [change('shop', 'a')], seen);
    expect(await plannedProject(store, 'run-1', 'shop')).toEqual({ ...seen, changes: [change('shop', 'a')] });
  });

  it('are none before they are handed over', async () => {
    const store = createMemoryStore();
    await writeObject(store, keys.plan('run-1'), aPlan({ changes }));
    expect(await changesOf(store, 'run-1', 'grant', 'shop')).toEqual([]);
  });

  it('are refused where they cannot be read', async () => {
    const store = createMemoryStore();
    await storeChanges(store, 'run-1', [change('shop', 'a')]);
    const key = keys.plannedProject('run-1', 'shop');
    await store.put(key, ((await store.get(key))?.body ?? '').replace('"kind":"create-integration"', '"kind":"newer"'));
    await expect(changesOf(store, 'run-1', 'grant', 'shop')).rejects.toThrow(StoreDamaged);
    await expect(changesOf(store, 'run-1', 'grant', 'shop')).rejects.toThrow(`${key} in the store cannot be read`);
  });
});
