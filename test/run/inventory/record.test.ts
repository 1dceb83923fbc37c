import { describe, expect, it } from 'vitest';
import { StoreConflict } from '../../../lib/contract/errors.ts';
import type { Change } from '../../../lib/core/change/change.ts';
import type { Store } from '../../../lib/ports.ts';
import { releaseLease, takeLease } from '../../../lib/run/apply/lease.ts';
import {
  beforeReading,
  noteChanging,
  readRecord,
  recordReading,
  recordTrouble,
} from '../../../lib/run/inventory/record.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { aChange } from '../../core/a-change.ts';
import { aService } from '../../core/organization.ts';

const seen = {
  services: [aService({ name: 'orders' })],
  endpoints: [],
  names: ['orders'],
  seenAt: null,
  historyDay: undefined,
};
const project = { name: 'shop-prod', tags: {} };
const grant = aChange({ phase: 'grant', kind: 'create-endpoint', service: 'orders', toGb: 90 });
const lower = aChange({ phase: 'release', kind: 'update-endpoint', service: 'orders', fromGb: 90, toGb: 50 });
const granted = [{ service: 'orders', gb: 90 }];

const projectRecords = async (store: Store = createMemoryStore(), organization = 'org') => {
  const ports = { store, clock: { now: () => 0 }, platform: { organization } };
  const before = () => beforeReading(ports, project.name);
  const read = async (runId: string) => recordReading(ports, runId, project, seen, await before(), false);
  const record = () => readRecord(store, organization, project.name);
  const changes = (runId: string, planned: readonly Change[]) => noteChanging(store, runId, project.name, planned);
  return { ports, before, read, record, changes, store };
};

describe('the record of a project', () => {
  it('has what a run is about to grant until another run reads the project after it', async () => {
    const { ports, read, record, changes } = await projectRecords();
    await read('run');
    await takeLease(ports, 'run', 'a test');
    await changes('run', [grant, lower]);
    expect(await record()).toMatchObject({ runId: 'run', changedBy: 'run', granted });
    await releaseLease(ports, 'run');
    await read('next');
    expect(await record()).not.toHaveProperty('granted');
    expect(await record()).not.toHaveProperty('changedBy');
  });

  it('says that a run changes something even if it grants nothing, so that it is read again', async () => {
    const { read, record, changes } = await projectRecords();
    await read('run');
    await changes('run', [lower]);
    expect(await record()).toMatchObject({ changedBy: 'run' });
    expect(await record()).not.toHaveProperty('granted');
  });

  it('has the note of a change still after a reading by another run while the run may still write', async () => {
    const { ports, read, record, changes } = await projectRecords();
    await read('run');
    await takeLease(ports, 'run', 'a test');
    await changes('run', [grant]);
    await read('look');
    expect(await record()).toMatchObject({ runId: 'look', changedBy: 'run', granted });
  });

  it('has the granted maximums still after a late copy of the survey', async () => {
    const { ports, before, read, record, changes } = await projectRecords();
    await read('run');
    const late = await before();
    await changes('run', [grant]);
    await expect(recordReading(ports, 'run', project, seen, late, false)).rejects.toThrow(StoreConflict);
    expect(await record()).toMatchObject({ changedBy: 'run', granted });
  });

  it('has the granted maximums still after a failed reading', async () => {
    const { ports, read, record, changes } = await projectRecords();
    await read('run');
    await changes('run', [grant]);
    await recordTrouble(ports, 'next', project.name, { error: 'PlatformForbidden', message: 'no' });
    expect(await record()).toMatchObject({ granted, trouble: { runId: 'next' } });
  });

  it('loses no granted maximum to a note of trouble at the same moment', async () => {
    const { ports, read, record, changes, store } = await projectRecords();
    await read('run');
    let isOvertaken = false;
    const overtaken: Store = {
      ...store,
      put: async (key, body, condition) => {
        if (!isOvertaken && key === keys.projectRecord(project.name)) {
          isOvertaken = true;
          await changes('run', [grant]);
        }
        await store.put(key, body, condition);
      },
    };
    const trouble = { error: 'PlatformForbidden', message: 'no' };
    await recordTrouble({ ...ports, store: overtaken }, 'look', project.name, trouble);
    expect(isOvertaken).toBe(true);
    expect(await record()).toMatchObject({ granted, trouble });
  });

  it('gives up on a store that rejects every change with an error after which the task is repeated', async () => {
    const { ports, read, store } = await projectRecords();
    await read('run');
    const rejecting: Store = { ...store, put: () => Promise.reject(new StoreConflict('no')) };
    await expect(
      recordTrouble({ ...ports, store: rejecting }, 'run', project.name, { error: 'PlatformForbidden', message: 'no' }),
    ).rejects.toMatchObject({ name: 'StoreUnavailable' });
  });

  it('is not changed without a reading: the plan that asks for it was made from none', async () => {
    const { changes } = await projectRecords();
    await expect(changes('run', [grant])).rejects.toMatchObject({ name: 'StoreDamaged' });
  });

  it('is not that of another organization, nor does it have what was granted there', async () => {
    const { ports, read, changes, store } = await projectRecords();
    await read('run');
    await takeLease(ports, 'run', 'a test');
    await changes('run', [grant]);
    const other = await projectRecords(store, 'other');
    expect(await other.record()).toBeUndefined();
    await other.read('look');
    expect(await other.record()).not.toHaveProperty('granted');
  });
});
