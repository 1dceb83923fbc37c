import { describe, expect, it } from 'vitest';
import { projectReader } from '../../../lib/run/plan/snapshots.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { openRecord, writeObject } from '../../../lib/run/store/objects.ts';
import type { InventoryRecord } from '../../../lib/run/store/run-objects.ts';
import { aService } from '../../core/organization.ts';

const project = { name: 'shop-prod', tags: {} };
const startedAt = '2030-01-01T10:00:00.000Z';

const record: InventoryRecord = {
  organization: 'org',
  runId: 'earlier',
  readAt: '2030-01-01T09:00:00.000Z',
  tags: {},
  services: [aService({ name: 'orders' })],
  endpoints: [],
  announced: ['orders'],
};

/** What the run `now`, which reads the due projects, knows of the project that has this record. */
const known = async (given: Partial<InventoryRecord>, due?: readonly string[], readOnly = false) => {
  const store = createMemoryStore();
  await writeObject(store, keys.reading(project.name), { ...record, ...given });
  const reader = await projectReader({ store, clock: { now: () => 0 } }, 'org', {
    readOnly,
    runId: 'now',
    startedAt,
    due,
  });
  const { snapshot, remembered, unread } = await reader.read(project, await openRecord(store, project.name));
  return [snapshot !== undefined, remembered !== undefined, unread?.error];
};

describe('what a run knows of a project', () => {
  it.each<[string, Partial<InventoryRecord>, readonly string[] | undefined, readonly unknown[]]>([
    ['is its own reading', { runId: 'now' }, undefined, [true, false, undefined]],
    ['is never an older reading of a project that it should have read', {}, undefined, [false, true, 'Unknown']],
    ['is the reading of a run beside it', { readAt: '2030-01-01T10:00:01.000Z' }, undefined, [true, false, undefined]],
    ['is the last reading of a project that is not due', {}, [], [true, false, undefined]],
    [
      'is the last reading of a due project for which it had no time left',
      {},
      [project.name],
      [true, false, undefined],
    ],
    [
      'is what it changes itself since its own reading',
      { runId: 'now', changedBy: 'now' },
      undefined,
      [true, false, undefined],
    ],
    [
      'only counts where another run changes it since',
      { runId: 'now', changedBy: 'a' },
      undefined,
      [false, true, 'NotReadYet'],
    ],
    [
      'only counts where a run has changed a project that is not due',
      { changedBy: 'a' },
      [],
      [false, true, 'NotReadYet'],
    ],
    ['is nothing of another organization', { organization: 'other' }, undefined, [false, false, 'Unknown']],
  ])('%s', async (_, given, due, expected) => {
    expect(await known(given, due)).toEqual(expected);
  });

  it.each<[string, Partial<InventoryRecord>, readonly unknown[]]>([
    ['its own reading', { runId: 'now' }, [true, false, undefined]],
    ['a reading of the other run since it began', { readAt: '2030-01-01T10:00:01.000Z' }, [true, false, undefined]],
    ['no older reading', {}, [false, true, 'NotReadYet']],
  ])('is, for a run that only looks while another one changes the project, %s', async (_, given, expected) => {
    expect(await known({ changedBy: 'a', ...given }, undefined, true)).toEqual(expected);
  });

  it('is its last record and no more where the platform gave one of it that makes no sense', async () => {
    const store = createMemoryStore();
    await writeObject(store, keys.reading(project.name), { ...record, runId: 'now' });
    const run = { readOnly: false, runId: 'now', startedAt, due: undefined };
    const reader = await projectReader({ store, clock: { now: () => 0 } }, 'org', run);
    const broken = { ...project, problem: 'no id' };
    expect(await reader.read(broken, await openRecord(store, project.name))).toMatchObject({
      snapshot: undefined,
      remembered: { project: project.name, services: record.services },
      unread: {
        project: project.name,
        error: 'RecordInvalid',
        message: "the platform's record of it is invalid: no id",
      },
    });
  });

  it('is the last record of a project beside it, unless that is of another organization', async () => {
    const store = createMemoryStore();
    await writeObject(store, keys.reading(project.name), record);
    const run = { runId: 'now', startedAt, readOnly: true };
    const beside = async (organization: string) => {
      const reader = await projectReader({ store, clock: { now: () => 0 } }, organization, run);
      return reader.remember(project.name, await reader.open(project.name));
    };
    expect(await beside('org')).toMatchObject({ project: project.name, services: [{ name: 'orders' }] });
    expect(await beside('other')).toMatchObject({ error: 'NotReadYet' });
  });
});
