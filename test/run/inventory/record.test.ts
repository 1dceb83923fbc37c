import { describe, expect, it } from 'vitest';
import { StoreConflict } from '../../../lib/contract/errors.ts';
import type { Store } from '../../../lib/ports.ts';
import { readRecord, recordGrants, recordReading, recordTrouble } from '../../../lib/run/inventory/record.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { createMemoryStore } from '../../../lib/simulation/surroundings/memory-store.ts';
import { aChange } from '../../core/a-change.ts';
import { aService } from '../../core/organization.ts';
import { aRun } from '../stored.ts';

const seen = { services: [aService({ name: 'orders' })], endpoints: [] };
const project = { name: 'shop-prod', tags: {} };
const grant = aChange({ phase: 'grant', kind: 'create-endpoint', service: 'orders', toGb: 90 });
const lower = aChange({ phase: 'release', kind: 'update-endpoint', service: 'orders', fromGb: 90, toGb: 50 });
const granted = [{ service: 'orders', gb: 90 }];

const world = async (before: Store = createMemoryStore(), organization = 'org') => {
  const ports = { store: before, clock: { now: () => 0 }, platform: { organization } };
  for (const [runId, readOnly] of [
    ['run', false],
    ['next', false],
    ['look', true],
  ] as const) {
    await writeObject(before, keys.run(runId), aRun({ runId, readOnly }));
  }
  const read = (runId: string) => recordReading(ports, runId, project, seen);
  const record = () => readRecord(before, organization, project.name);
  return { ports, read, record, store: before };
};

describe('the record of a project', () => {
  it('has what a run is about to grant until the next run reads the project', async () => {
    const { read, record, store } = await world();
    await read('run');
    await recordGrants(store, project.name, [grant, lower]);
    expect(await record()).toMatchObject({ runId: 'run', granted });
    await read('next');
    expect(await record()).not.toHaveProperty('granted');
  });

  it('says that a run changes something even if it grants nothing, so that it is read again', async () => {
    const { read, record, store } = await world();
    await read('run');
    await recordGrants(store, project.name, [lower]);
    expect(await record()).toMatchObject({ granted: [] });
  });

  it('has the granted maximums still after a read-only run, whose reading may be older than their writes', async () => {
    const { read, record, store } = await world();
    await read('run');
    await recordGrants(store, project.name, [grant]);
    await read('look');
    expect(await record()).toMatchObject({ runId: 'look', granted });
  });

  it('has the granted maximums still after a late copy of the survey', async () => {
    const { read, record, store } = await world();
    await read('run');
    await recordGrants(store, project.name, [grant]);
    await read('run');
    expect(await record()).toMatchObject({ granted });
  });

  it('has the granted maximums still after a failed reading', async () => {
    const { ports, read, record, store } = await world();
    await read('run');
    await recordGrants(store, project.name, [grant]);
    await recordTrouble(ports, 'next', project.name, { error: 'PlatformForbidden', message: 'no' });
    expect(await record()).toMatchObject({ granted, trouble: { runId: 'next' } });
  });

  it('loses no granted maximum to a write at the same moment', async () => {
    const memory = createMemoryStore();
    const { read, record, store } = await world(memory);
    await read('run');
    let isOvertaken = false;
    const overtaken: Store = {
      ...store,
      put: async (key, body, condition) => {
        if (!isOvertaken && key === keys.inventory(project.name)) {
          isOvertaken = true;
          await recordGrants(memory, project.name, [grant]);
        }
        await memory.put(key, body, condition);
      },
    };
    await (await world(overtaken)).read('look');
    expect(isOvertaken).toBe(true);
    expect(await record()).toMatchObject({ granted });
  });

  it('gives up on a store that rejects every change with an error after which the task is repeated', async () => {
    const memory = createMemoryStore();
    const { ports } = await world(memory);
    const store: Store = { ...memory, put: () => Promise.reject(new StoreConflict('no')) };
    await expect(recordReading({ ...ports, store }, 'run', project, seen)).rejects.toMatchObject({
      name: 'StoreUnavailable',
    });
  });

  it('is not that of another organization, nor does it have what was granted there', async () => {
    const { read, store } = await world();
    await read('run');
    await recordGrants(store, project.name, [grant]);
    const other = await world(store, 'other');
    expect(await other.record()).toBeUndefined();
    await other.read('look');
    expect(await other.record()).not.toHaveProperty('granted');
  });
});
