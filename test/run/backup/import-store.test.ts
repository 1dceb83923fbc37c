import { describe, expect, it } from 'vitest';
import { createS3Store } from '../../../lib/aws/s3-store.ts';
import type { Store } from '../../../lib/ports.ts';
import { sealRun } from '../../../lib/run/audit/log.ts';
import { verifyAudit } from '../../../lib/run/audit/reading.ts';
import { StoreMoved } from '../../../lib/run/backup/export-store.ts';
import { importStore } from '../../../lib/run/backup/import-store.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { readStoreMode } from '../../../lib/run/store/mode.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { sha256 } from '../../../lib/run/store/sha256.ts';
import { createMemoryBucket } from '../../aws/memory-bucket.ts';
import { mockedS3 } from '../../aws/mocked-s3.ts';
import { leaveRun } from '../stored.ts';
import { clock, each, linesOf, livedIn } from './lived-in.ts';

const importInto = (
  store: Store,
  lines: readonly string[],
  some: { overwrites?: boolean; withDamaged?: boolean; organization?: string } = {},
) =>
  importStore(
    { store, clock },
    {
      open: () => each(lines),
      overwrites: some.overwrites ?? false,
      withDamaged: some.withDamaged ?? false,
      head: undefined,
      organization: some.organization,
    },
  );

const contentOf = async (store: Store): Promise<Record<string, string | undefined>> =>
  Object.fromEntries(
    await Promise.all((await store.list('')).map(async (key) => [key, (await store.get(key))?.body] as const)),
  );

/** A store that fails its `place`th write and all later ones. */
const failingAt = (store: Store, place: number): Store => {
  let writes = 0;
  const fail = () => {
    writes += 1;
    if (writes >= place) throw new Error('the process died');
  };
  return {
    ...store,
    put: async (...put) => {
      fail();
      return store.put(...put);
    },
    delete: async (key) => {
      fail();
      return store.delete(key);
    },
  };
};

describe('an export', () => {
  it('has the same bytes for the same store, and only what no run can make anew', async () => {
    const store = await livedIn();
    const lines = await linesOf(store);
    expect(await linesOf(store)).toEqual(lines);
    const exported = lines.slice(1, -1).map((line) => JSON.parse(line).key);
    expect(exported).toEqual([
      'audit-unsealed/run-3.json',
      'calendars/team/freeze.ics',
      'mode.json',
      'policy.yaml',
      'projects/shop.json',
      'runs/run-3/applied/progress/grant/shop.log',
      'runs/run-3/begin/run.json',
      expect.stringMatching(/^runs\/run-3\/plan\/[0-9a-f]{64}/),
      'runs/run-3/plan/plan.json',
      'audit/0000000001.json',
      'audit/0000000002.json',
      'audit-head.json',
    ]);
  });

  it('is not made of two moments: a run that is sealed meanwhile ends it', async () => {
    const store = await livedIn();
    const sealing: Store = {
      ...store,
      list: async (prefix) => {
        const listed = await store.list(prefix);
        if (prefix === '') await sealRun({ store, clock }, 'run-3');
        return listed;
      },
    };
    await expect(linesOf(sealing)).rejects.toThrow(StoreMoved);
  });
});

describe('an import', () => {
  it.each([
    ['memory', createMemoryStore],
    ['S3', () => createS3Store(mockedS3(createMemoryBucket()).client, { bucket: 'bucket', prefix: '' })],
  ])('into %s restores every object, and the dead run is sealed by the next one', async (_, open) => {
    const lines = await linesOf(await livedIn());
    const store = open();
    expect(await importInto(store, lines)).toMatchObject({ written: 12, unchanged: 0, removed: [] });
    expect(await linesOf(store)).toEqual(lines);
    await sealRun({ store, clock }, 'run-3');
    expect(await verifyAudit(store)).toMatchObject({ files: 3, records: 5 });
  });

  it('that dies at any write leaves the mode stop, and is complete after it was repeated', async () => {
    const lines = await linesOf(await livedIn());
    const whole = createMemoryStore();
    await importInto(whole, lines);
    const expected = await contentOf(whole);
    for (let place = 1; ; place += 1) {
      const store = createMemoryStore();
      const died = await importInto(failingAt(store, place), lines).then(
        () => false,
        () => true,
      );
      if (!died) break;
      if (place > 1) expect(await readStoreMode(store)).toMatchObject({ mode: 'stop' });
      await importInto(store, lines);
      expect(await contentOf(store)).toEqual(expected);
      expect(place).toBeLessThan(100);
    }
  });

  it('refuses, before it writes anything, what would mix two stores', async () => {
    const lines = await linesOf(await livedIn());
    const refuses = async (store: Store, problem: RegExp, some = {}) => {
      const before = await contentOf(store);
      await expect(importInto(store, lines, some)).rejects.toThrow(problem);
      expect(await contentOf(store)).toEqual(before);
    };
    const other = createMemoryStore();
    await other.put(keys.policy, 'version: 1');
    await refuses(other, /has 1 objects that the import would replace or remove, such as policy.yaml/);
    const forked = createMemoryStore();
    await leaveRun(forked, 'run-9', ['orders']);
    await sealRun({ store: forked, clock }, 'run-9');
    await refuses(forked, /differs from the export, and no audit file can be replaced/, { overwrites: true });
    const busy = createMemoryStore();
    const expiresAt = new Date(clock.now() + 1).toISOString();
    await writeObject(busy, keys.lease, { runId: 'run-9', holder: 'a run', expiresAt });
    await refuses(busy, /run run-9 \(a run\) is active/, { overwrites: true });
    await refuses(createMemoryStore(), /is of organization org, the store is for other/, { organization: 'other' });
  });

  it('refuses, before it writes anything, an object that is damaged or not the one of its key', async () => {
    for (const [key, body, problem] of [
      [keys.grants, '{', 'grants.json: it is not JSON'],
      [keys.unsealedRun('run-9'), '{"version":1,"runId":"run-8"}', 'its content belongs to audit-unsealed/run-8.json'],
    ] as const) {
      const source = await livedIn();
      await source.put(key, body);
      const lines = await linesOf(source);
      const store = createMemoryStore();
      await expect(importInto(store, lines)).rejects.toThrow(problem);
      expect(await store.list('')).toEqual([]);
      await importInto(store, lines, { withDamaged: true });
      expect((await store.get(key))?.body).toBe(body);
    }
  });

  it('over a store replaces and removes, but never a record of writes', async () => {
    const source = await livedIn();
    const lines = await linesOf(source);
    await leaveRun(source, 'run-4', ['more']);
    await sealRun({ store: source, clock }, 'run-3');
    await sealRun({ store: source, clock }, 'run-4');
    await writeObject(source, keys.unsealedRun('run-5'), { runId: 'run-5' });
    await source.put(keys.policy, 'version: 1 # changed');
    await writeObject(source, keys.grants, { grants: [] });
    const imported = await importInto(source, lines, { overwrites: true });
    expect(imported.removed).toEqual([keys.grants]);
    expect((await source.get(keys.policy))?.body).toBe('version: 1');
    expect(await verifyAudit(source)).toMatchObject({ files: 4 });
    expect(await source.get(keys.unsealedRun('run-5'))).toBeDefined();
  });

  it('takes no key from outside of the store', async () => {
    const [header = ''] = await linesOf(await livedIn());
    for (const key of ['../policy.yaml', 'calendars/../../x', 'lease.json', 'no-object/shop.json']) {
      const line = JSON.stringify({ key, sha256: sha256(JSON.stringify({ key, body: '' })), body: '' });
      await expect(importInto(createMemoryStore(), [header, line])).rejects.toThrow(/has the key .*does not export/);
    }
  });
});
