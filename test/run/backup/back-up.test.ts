import { describe, expect, it } from 'vitest';
import { backup } from '../../../functions/backup.ts';
import { createS3Store } from '../../../lib/aws/s3-store.ts';
import { auditEndIn, isBackupMissed } from '../../../lib/core/status/backup.ts';
import type { BackupPorts, ObjectStore, Store } from '../../../lib/ports.ts';
import { sealRun } from '../../../lib/run/audit/log.ts';
import { auditEnd } from '../../../lib/run/audit/reading.ts';
import { expectBackups, readBackupFacts } from '../../../lib/run/backup/backup-facts.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { createMemoryBucket } from '../../aws/memory-bucket.ts';
import { mockedS3 } from '../../aws/mocked-s3.ts';
import { leaveRun } from '../stored.ts';
import { clock, livedIn } from './lived-in.ts';

const hourMs = 3_600_000;

/** A bucket that S3 answers for, beside the store. */
const openBackups = () => {
  const bucket = createMemoryBucket();
  return { bucket, backups: createS3Store(mockedS3(bucket).client, { bucket: 'backups', prefix: 'headroom/' }) };
};

const openStores = async (changed: (backups: ObjectStore) => BackupPorts['backups'] = (same) => same) => {
  const { bucket, backups } = openBackups();
  const store = await livedIn();
  let hours = 0;
  const later = { now: () => clock.now() + hours * hourMs };
  const ports: BackupPorts = { store, backups: changed(backups), clock: later };
  return {
    bucket,
    store,
    ports,
    backUp: async (afterHours = 24) => {
      hours += afterHours;
      return backup(ports)({});
    },
  };
};

describe('a backup of the store', () => {
  it('is one more object in the other bucket, restored and compared, and its name has the end of the audit', async () => {
    const { bucket, store, backUp } = await openStores();
    const done = await backUp();
    expect(done).toEqual({ proven: true, objects: expect.any(Number) });
    expect(done.objects).toBeGreaterThan(5);
    await backUp();
    const names = [...bucket.objects.keys()];
    expect(names).toHaveLength(2);
    expect(names.map(auditEndIn)).toEqual([await auditEnd(store), await auditEnd(store)]);
    expect(await readBackupFacts(store)).toMatchObject({
      problem: null,
      proven: { objects: done.objects, damaged: 0 },
    });
  });

  it('contains no readings, which a restored store would take for the present, and not the store note about backups', async () => {
    const { bucket, backUp } = await openStores();
    await backUp();
    await backUp();
    for (const text of bucket.objects.values()) expect(text).not.toContain(`"key":"${keys.backup}"`);
  });

  it('goes on from an audit that has grown since the last backup', async () => {
    const { store, ports, backUp } = await openStores();
    await backUp();
    await leaveRun(store, 'run-4', ['orders']);
    await sealRun({ store, clock: ports.clock }, 'run-4');
    expect(await backUp()).toMatchObject({ proven: true });
  });

  it.each([
    ['was cut', (text: string) => text.slice(0, -40)],
    ['has another body in one line', (text: string) => text.replace('version: 1', 'version: 2')],
    ['is empty', () => ''],
  ])('that %s on its way proves nothing: the note says why, and the last good one stays known', async (_, damage) => {
    let isDamaged = false;
    const { store, backUp } = await openStores((backups) => ({
      ...backups,
      get: async (name) => {
        const stored = await backups.get(name);
        return stored && isDamaged ? { ...stored, body: damage(stored.body) } : stored;
      },
    }));
    await backUp();
    const good = await readBackupFacts(store);
    isDamaged = true;
    expect(await backUp()).toMatchObject({ proven: false, problem: expect.stringMatching(/export/) });
    expect(await readBackupFacts(store)).toMatchObject({ proven: good?.proven, problem: expect.any(String) });
  });

  it('that is not there after it was written proves nothing', async () => {
    const { backUp } = await openStores((backups) => ({ ...backups, get: async () => undefined }));
    expect(await backUp()).toMatchObject({ proven: false, problem: expect.stringContaining('is not there') });
  });

  it.each([
    ['lost its end', async (store: Store, before: Store) => copyAll(before, store)],
    [
      'was made anew as a whole',
      async (store: Store) => {
        const other = createMemoryStore();
        for (const runId of ['run-5', 'run-6', 'run-7', 'run-8']) {
          await leaveRun(other, runId, ['orders']);
          await sealRun({ store: other, clock }, runId);
        }
        await copyAll(other, store);
      },
    ],
  ])('of a store whose audit %s since an earlier backup proves nothing, on every later day too', async (_, change) => {
    const { store, ports, backUp } = await openStores();
    const before = createMemoryStore();
    await copyAll(store, before);
    await leaveRun(store, 'run-4', ['orders']);
    await sealRun({ store, clock: ports.clock }, 'run-4');
    expect(await backUp()).toMatchObject({ proven: true });
    await change(store, before);
    for (const day of [1, 2])
      expect([day, await backUp()]).toEqual([
        day,
        expect.objectContaining({ proven: false, problem: expect.stringContaining('audit/') }),
      ]);
  });

  it('keeps what a damaged store still has, and counts what is damaged', async () => {
    const { store, bucket, backUp } = await openStores();
    await store.put(keys.approval('a'.repeat(64)), '{ cut');
    expect(await backUp()).toMatchObject({ proven: true });
    expect(await readBackupFacts(store)).toMatchObject({ proven: { damaged: 1 } });
    expect([...bucket.objects.values()].join('')).toContain('{ cut');
  });
});

/** Makes a store what another one was. */
const copyAll = async (from: Store, to: Store): Promise<void> => {
  for (const key of await to.list('')) await to.delete(key);
  for (const key of await from.list('')) await to.put(key, (await from.get(key))?.body ?? '');
};

describe('backups that do not come', () => {
  const ports = (store = createMemoryStore(), afterHours = 0) => ({
    store,
    clock: { now: () => clock.now() + afterHours * hourMs },
  });

  it('are overdue two days after the first one was expected', async () => {
    const store = createMemoryStore();
    const note = await expectBackups(ports(store));
    expect(await expectBackups(ports(store, 51))).toEqual(note);
    expect(isBackupMissed(note, clock.now() + 50 * hourMs)).toBe(false);
    expect(isBackupMissed(note, clock.now() + 51 * hourMs)).toBe(true);
  });

  it('are overdue two days after the last one that was proven, and at once when the last one failed', async () => {
    let fails = false;
    const { store, backUp } = await openStores((backups) => ({
      ...backups,
      get: async (name) => (fails ? undefined : backups.get(name)),
    }));
    await backUp(0);
    fails = true;
    await backUp();
    const facts = await readBackupFacts(store);
    // The last one failed, which is enough.
    expect(facts && isBackupMissed(facts, clock.now() + 24 * hourMs)).toBe(true);
    fails = false;
    await backUp();
    const good = await readBackupFacts(store);
    expect(good && isBackupMissed(good, clock.now() + 48 * hourMs)).toBe(false);
    expect(good && isBackupMissed(good, clock.now() + 99 * hourMs)).toBe(true);
  });
});
