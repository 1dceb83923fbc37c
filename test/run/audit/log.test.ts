import { describe, expect, it } from 'vitest';
import { StoreConflict, StoreUnavailable } from '../../../lib/contract/errors.ts';
import type { Store } from '../../../lib/ports.ts';
import { isSealed, isUnsealed, noteUnsealed, sealRun, unsealedRuns } from '../../../lib/run/audit/log.ts';
import { auditRecordsOf, verifyAudit } from '../../../lib/run/audit/reading.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { appendStep, readProgress } from '../../../lib/run/store/progress-log.ts';
import { dyingAtEach } from '../../workflow/mortal.ts';
import { at, leaveRun, sent } from '../stored.ts';
import { audited, clock, namesOf, recordsOf } from './audited.ts';

describe('sealing a run', () => {
  it('appends its writes in the order of the plan, once, however often it is called', async () => {
    const store = createMemoryStore();
    await leaveRun(store, 'run-1', ['b', 'a']);
    for (let time = 0; time < 3; time += 1) await sealRun({ store, clock }, 'run-1');
    expect(await namesOf(store)).toEqual(['run-1 b', 'run-1 a']);
    expect(await verifyAudit(store)).toMatchObject({ files: 1, records: 2, headBehind: false });
  });

  it('makes no file for a run that wrote nothing, planned nothing, or never was', async () => {
    const store = createMemoryStore();
    await leaveRun(store, 'run-1', ['a'], { attempts: [{ status: 'failed', error: 'LeaseLost' }], made: [] });
    await leaveRun(store, 'run-2', []);
    for (const run of ['run-1', 'run-2', 'run-3']) await sealRun({ store, clock }, run);
    expect(await store.list(keys.audit)).toEqual([]);
    expect(await verifyAudit(store)).toMatchObject({ files: 0, records: 0 });
  });

  it('is no run that a store refused to note as another writer was faster, when there is no note', async () => {
    const store = createMemoryStore();
    const refusing: Store = { ...store, put: () => Promise.reject(new StoreConflict('is not as expected')) };
    await expect(noteUnsealed(refusing, 'run-1')).rejects.toThrow(StoreUnavailable);
    await noteUnsealed(store, 'run-1');
    await noteUnsealed(refusing, 'run-1');
    expect(await unsealedRuns(store)).toEqual(['run-1']);
  });

  it('is due from the note before the first write until it is done, for each run alone', async () => {
    const store = createMemoryStore();
    for (const run of ['run-1', 'run-2']) {
      expect([await isUnsealed(store, run), await isSealed(store, run)]).toEqual([false, false]);
      await leaveRun(store, run, ['a']);
      await noteUnsealed(store, run);
    }
    expect(await unsealedRuns(store)).toEqual(['run-1', 'run-2']);
    await sealRun({ store, clock }, 'run-1');
    expect([await isUnsealed(store, 'run-1'), await isUnsealed(store, 'run-2')]).toEqual([false, true]);
    expect(await unsealedRuns(store)).toEqual(['run-2']);
  });

  it('has a record of a write of which only the intent is known', async () => {
    const store = createMemoryStore();
    await leaveRun(store, 'run-1', ['a', 'b', 'c'], { attempts: [sent], made: [], intent: { at } });
    await sealRun({ store, clock }, 'run-1');
    expect((await recordsOf(store)).map(({ service, status }) => [service, status])).toEqual([
      ['a', 'unconfirmed'],
      ['b', 'unknown'],
    ]);
  });

  it('has the same records of many steps as of one with all of them', async () => {
    const together = createMemoryStore();
    const created = [['headroom-a', 'e9']] satisfies [string, string][];
    await leaveRun(together, 'run-1', ['a', 'b', 'c'], { attempts: [sent], made: created, intent: { at } });
    const store = createMemoryStore();
    await leaveRun(store, 'run-1', ['a', 'b', 'c']);
    await store.delete(keys.progress('run-1', 'grant', 'shop'));
    const part = { runId: 'run-1', phase: 'grant', project: 'shop' } as const;
    const log = await readProgress(store, part);
    await appendStep(store, part, log, { index: 0, attempts: [], made: [], intent: { at } });
    await appendStep(store, part, log, { index: 0, attempts: [sent], made: created });
    await appendStep(store, part, log, { index: 1, attempts: [], made: [], intent: { at } });
    for (const one of [together, store]) await sealRun({ store: one, clock }, 'run-1');
    const records = await recordsOf(store);
    expect(records.map(({ service, status }) => [service, status])).toEqual([
      ['a', 'unconfirmed'],
      ['b', 'unknown'],
    ]);
    expect(records).toEqual(await recordsOf(together));
  });

  it('has no record of a step that a person deleted, and those of all others', async () => {
    const store = createMemoryStore();
    await leaveRun(store, 'run-1', ['a', 'b', 'c']);
    await store.delete(keys.progress('run-1', 'grant', 'shop'));
    const part = { runId: 'run-1', phase: 'grant', project: 'shop' } as const;
    const log = await readProgress(store, part);
    for (const index of [0, 1, 2]) await appendStep(store, part, log, { index, attempts: [sent], made: [] });
    const key = keys.progress('run-1', 'grant', 'shop');
    const [, ...others] = ((await store.get(key))?.body ?? '').split('\n');
    await store.put(key, others.join('\n'));
    await sealRun({ store, clock }, 'run-1');
    expect(await namesOf(store)).toEqual(['run-1 b', 'run-1 c']);
  });

  it('keeps one chain when many runs are sealed at once, each by several', async () => {
    const store = createMemoryStore();
    const runs = ['run-1', 'run-2', 'run-3', 'run-4'];
    for (const run of runs) await leaveRun(store, run, ['a']);
    await Promise.all([...runs, ...runs, ...runs].map((run) => sealRun({ store, clock }, run)));
    expect((await namesOf(store)).sort()).toEqual(runs.map((run) => `${run} a`));
    expect(await verifyAudit(store)).toMatchObject({ files: 4, headBehind: false });
  });

  it('ends with an error when the store shows the end of the chain and takes no write of it', async () => {
    const store = createMemoryStore();
    await audited(store, 1);
    await leaveRun(store, 'run-2', ['a']);
    const held: Store = {
      ...store,
      put: (key, body, condition) =>
        key === keys.auditHead ? Promise.reject(new StoreConflict('held')) : store.put(key, body, condition),
    };
    await expect(sealRun({ store: held, clock }, 'run-2')).rejects.toThrow(
      new StoreUnavailable(
        'the store rejects every write of audit-head.json; check the permissions and locks of that object',
      ),
    );
    await sealRun({ store, clock }, 'run-2');
    expect(await verifyAudit(store)).toMatchObject({ files: 2, headBehind: false });
  });

  it.each([1, 10])('seals nothing twice when its seal is damaged or gone, with %i records a file', async (most) => {
    const store = createMemoryStore();
    await leaveRun(store, 'run-1', ['a', 'b']);
    await sealRun({ store, clock }, 'run-1', most);
    await audited(store, 2, 2);
    await store.put(keys.sealed('run-1'), '{"sequence":');
    await sealRun({ store, clock }, 'run-1', most);
    await store.delete(keys.sealed('run-1'));
    await sealRun({ store, clock }, 'run-1', most);
    // A task that was late notes the run once more.
    await noteUnsealed(store, 'run-1');
    await sealRun({ store, clock }, 'run-1', most);
    expect(await verifyAudit(store)).toMatchObject({ records: 4 });
    expect((await auditRecordsOf(store, 'run-1')).map(({ service }) => service)).toEqual(['a', 'b']);
  });

  it('reads no file from before the run began', async () => {
    const store = createMemoryStore();
    await audited(store, 3);
    await noteUnsealed(store, 'run-4');
    await leaveRun(store, 'run-4', ['a']);
    const read: string[] = [];
    const counting: Store = {
      ...store,
      get: (key) => {
        read.push(key);
        return store.get(key);
      },
    };
    await sealRun({ store: counting, clock }, 'run-4');
    expect(new Set(read.filter((key) => key.startsWith(keys.audit)))).toEqual(
      new Set([keys.auditFile(4), keys.auditFile(5)]),
    );
  });

  it.each([
    ['before', 10],
    ['after', 10],
    ['before', 1],
    ['after', 1],
  ] as const)(
    'that dies %s any write to the store is mended by the next one, with %i records a file',
    async (when, most) => {
      const deaths = await dyingAtEach(async (fatal) => {
        const store = createMemoryStore();
        await audited(store, 2);
        await leaveRun(store, 'run-3', ['a', 'b']);
        let puts = 0;
        const mortal: Store = {
          ...store,
          put: async (key, body, condition) => {
            puts += 1;
            if (puts > fatal || (puts === fatal && when === 'before')) throw new StoreUnavailable('killed');
            await store.put(key, body, condition);
            if (puts === fatal) throw new StoreUnavailable('killed');
          },
        };
        await sealRun({ store: mortal, clock }, 'run-3', most).catch(() => undefined);
        if (puts < fatal) return false;
        expect(['verified', await verifyAudit(store).then(() => 'verified')]).toEqual(['verified', 'verified']);
        await leaveRun(store, 'run-4', ['a']);
        await sealRun({ store, clock }, 'run-4', most);
        await sealRun({ store, clock }, 'run-3', most);
        const verified = await verifyAudit(store);
        expect(verified).toMatchObject({ files: most === 1 ? 5 : 4, records: 7, headBehind: false });
        return true;
      });
      // The file, the pointer to it, and the note that the run is sealed.
      expect(deaths).toBeGreaterThanOrEqual(3);
    },
  );
});
