import { describe, expect, it } from 'vitest';
import { StoreConflict, StoreUnavailable } from '../../../lib/contract/errors.ts';
import type { AuditRecord } from '../../../lib/core/audit/audit.ts';
import type { Store } from '../../../lib/ports.ts';
import { isAudited, isSealed, isUnsealed, noteUnsealed, sealRun, unsealedRuns } from '../../../lib/run/audit/log.ts';
import { auditedRuns, auditRecordsOf, verifyAudit } from '../../../lib/run/audit/reading.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { appendStep, readProgress } from '../../../lib/run/store/progress-log.ts';
import { dyingAtEach } from '../../workflow/mortal.ts';
import { at, leaveRun, sent } from '../stored.ts';
import { audited, clock } from './audited.ts';

const recordsOf = async (store: Store): Promise<AuditRecord[]> => {
  const records: AuditRecord[] = [];
  for await (const run of auditedRuns(store)) records.unshift(...run.toReversed());
  return records;
};

const namesOf = async (store: Store) => (await recordsOf(store)).map(({ runId, service }) => `${runId} ${service}`);

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
    await appendStep(store, part, log, { place: 0, attempts: [], made: [], intent: { at } });
    await appendStep(store, part, log, { place: 0, attempts: [sent], made: created });
    await appendStep(store, part, log, { place: 1, attempts: [], made: [], intent: { at } });
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
    for (const place of [0, 1, 2]) await appendStep(store, part, log, { place, attempts: [sent], made: [] });
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
        'audit-head.json in the store stays at file 1 and rejects every write; check the permissions and locks of that object',
      ),
    );
    await sealRun({ store, clock }, 'run-2');
    expect(await verifyAudit(store)).toMatchObject({ files: 2, headBehind: false });
  });

  it('gives a run with more writes than one file may have several files, which are read as one run', async () => {
    const store = createMemoryStore();
    await audited(store, 1);
    const services = ['a', 'b', 'c', 'd', 'e'];
    await leaveRun(store, 'run-2', services);
    for (let time = 0; time < 2; time += 1) await sealRun({ store, clock }, 'run-2', 2);
    expect(await verifyAudit(store)).toMatchObject({ files: 4, records: 7, headBehind: false });
    expect((await auditRecordsOf(store, 'run-2')).map(({ service }) => service)).toEqual(services);
    const runs: string[][] = [];
    for await (const records of auditedRuns(store)) runs.push(records.map(({ runId }) => runId));
    expect(runs.map((names) => [names.length, new Set(names).size])).toEqual([
      [5, 1],
      [2, 1],
    ]);
    // Without its seal, which expires, the audit itself is searched.
    await store.delete(keys.sealed('run-2'));
    expect(await auditRecordsOf(store, 'run-2')).toHaveLength(5);
  });

  it('says nothing of a run of which only some files are there, and goes on with the next one', async () => {
    const store = createMemoryStore();
    await leaveRun(store, 'run-1', ['a', 'b', 'c']);
    const full: Store = {
      ...store,
      put: (key, body, condition) =>
        key === keys.auditFile(3) ? Promise.reject(new StoreUnavailable('full')) : store.put(key, body, condition),
    };
    await expect(sealRun({ store: full, clock }, 'run-1', 1)).rejects.toThrow('full');
    expect([await isAudited(store, 'run-1'), await isSealed(store, 'run-1')]).toEqual([false, false]);
    expect(await auditRecordsOf(store, 'run-1')).toEqual([]);
    expect(await verifyAudit(store)).toMatchObject({ files: 2, records: 2 });
    // A damaged seal is made anew from the audit.
    await store.put(keys.sealed('run-1'), '{"sequence":');
    await sealRun({ store, clock }, 'run-1', 1);
    expect([await isAudited(store, 'run-1'), await isSealed(store, 'run-1')]).toEqual([true, true]);
    expect(await namesOf(store)).toEqual(['run-1 a', 'run-1 b', 'run-1 c']);
  });

  it('keeps one chain when runs of several files are sealed at once, each by several', async () => {
    const store = createMemoryStore();
    const runs = ['run-1', 'run-2', 'run-3'];
    for (const run of runs) await leaveRun(store, run, ['a', 'b', 'c']);
    await Promise.all([...runs, ...runs, ...runs].map((run) => sealRun({ store, clock }, run, 1)));
    expect((await namesOf(store)).sort()).toEqual(runs.flatMap((run) => [`${run} a`, `${run} b`, `${run} c`]));
    for (const run of runs) {
      expect((await auditRecordsOf(store, run)).map(({ service }) => service)).toEqual(['a', 'b', 'c']);
      expect(await isSealed(store, run)).toBe(true);
    }
    expect(await verifyAudit(store)).toMatchObject({ files: 9, headBehind: false });
  });

  it('makes as many files as a run needs', async () => {
    const store = createMemoryStore();
    await leaveRun(
      store,
      'run-1',
      Array.from({ length: 30 }, (_, n) => `s${n}`),
    );
    await sealRun({ store, clock }, 'run-1', 1);
    expect(await verifyAudit(store)).toMatchObject({ files: 30, records: 30, headBehind: false });
  });

  it('of several files ends for each of very many that seal it at once', async () => {
    const store = createMemoryStore();
    await leaveRun(store, 'run-1', ['a', 'b']);
    await Promise.all(Array.from({ length: 30 }, () => sealRun({ store, clock }, 'run-1', 1)));
    expect(await namesOf(store)).toEqual(['run-1 a', 'run-1 b']);
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
