import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../../lib/contract/errors.ts';
import type { Store } from '../../../lib/ports.ts';
import { isSealed, noteUnsealed, sealRun } from '../../../lib/run/audit/log.ts';
import { auditedRuns, auditRecordsOf, verifyAudit } from '../../../lib/run/audit/reading.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { leaveRun } from '../stored.ts';
import { audited, clock, namesOf } from './audited.ts';

describe('sealing a run in several files', () => {
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
    await noteUnsealed(store, 'run-1');
    await expect(sealRun({ store: full, clock }, 'run-1', 1)).rejects.toThrow('full');
    expect(await isSealed(store, 'run-1')).toBe(false);
    expect(await auditRecordsOf(store, 'run-1')).toEqual([]);
    expect(await verifyAudit(store)).toMatchObject({ files: 2, records: 2 });
    await sealRun({ store, clock }, 'run-1', 1);
    expect(await isSealed(store, 'run-1')).toBe(true);
    expect(await auditRecordsOf(store, 'run-1')).toHaveLength(3);
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

  it('ends for each of very many that seal it at once', async () => {
    const store = createMemoryStore();
    await leaveRun(store, 'run-1', ['a', 'b']);
    await Promise.all(Array.from({ length: 30 }, () => sealRun({ store, clock }, 'run-1', 1)));
    expect(await namesOf(store)).toEqual(['run-1 a', 'run-1 b']);
  });
});
