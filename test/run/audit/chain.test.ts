import { describe, expect, it } from 'vitest';
import type { Store } from '../../../lib/ports.ts';
import { headText, lastEndNamed } from '../../../lib/run/audit/chain.ts';
import { sealRun } from '../../../lib/run/audit/log.ts';
import { auditEnd, verifyAudit } from '../../../lib/run/audit/reading.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { writeObject } from '../../../lib/run/store/objects.ts';
import { noteRunBegun, noteRunEnded } from '../../../lib/run/store/run-summaries.ts';
import { aRun, at, leaveRun } from '../stored.ts';
import { audited, clock } from './audited.ts';

const endedReport = (runId: string) =>
  ({
    runId,
    startedAt: at,
    endedAt: at,
    outcome: 'applied',
    error: null,
    cause: null,
    plan: null,
    results: [],
    unread: [],
  }) as const;

/** Three runs in the audit. Their records in the list of runs name its end or only the runs. */
const listed = async (namesEnd: boolean): Promise<Store> => {
  const store = createMemoryStore();
  for (const number of [1, 2, 3]) {
    const runId = `run-${number}`;
    await leaveRun(store, runId, ['a', 'b']);
    await sealRun({ store, clock }, runId);
    if (namesEnd) await noteRunEnded(store, undefined, endedReport(runId), await auditEnd(store));
    else await noteRunBegun(store, aRun({ runId }));
  }
  return store;
};

/** Removes the last file as if it had never been. */
const cut = async (store: Store): Promise<void> => {
  const earlier = createMemoryStore();
  await audited(earlier, 2);
  await store.delete(keys.auditFile(3));
  await store.put(keys.auditHead, headText((await auditEnd(earlier)) ?? { sequence: 0, hash: '' }));
};

describe('an audit without its last file, whose head names the file before', () => {
  it('is not whole while the list of runs names its end', async () => {
    const store = await listed(true);
    for (const runId of ['run-1', 'run-2', 'run-3']) await store.delete(keys.sealed(runId));
    expect(await verifyAudit(store)).toMatchObject({ files: 3 });
    await cut(store);
    await expect(verifyAudit(store)).rejects.toThrow(
      `audit/0000000003.json in the store: it is missing, but ${keys.runSummary(at, 'run-3')} names it`,
    );
  });

  it('is not whole while the seal of a listed run names it', async () => {
    const store = await listed(false);
    expect(await verifyAudit(store)).toMatchObject({ files: 3 });
    await cut(store);
    await expect(verifyAudit(store)).rejects.toThrow('it is missing, but runs/run-3/sealed.json names it');
  });

  it('is not whole after the next run has written the file anew', async () => {
    for (const namesEnd of [true, false]) {
      const store = await listed(namesEnd);
      await cut(store);
      await store.delete(keys.sealed('run-3'));
      if (!namesEnd) await writeObject(store, keys.sealed('run-3'), { sequence: 3, hash: 'x' });
      await leaveRun(store, 'run-4', ['c']);
      await sealRun({ store, clock }, 'run-4');
      await expect(verifyAudit(store)).rejects.toThrow('audit/0000000003.json in the store: it is not the file that');
    }
  });
});

describe('the last end of the audit that runs name', () => {
  it('is the largest, whatever runs without an end came later', async () => {
    const store = await listed(true);
    await noteRunEnded(store, undefined, endedReport('run-4'), { sequence: 2, hash: 'x' });
    await noteRunBegun(store, aRun({ runId: 'run-5' }));
    expect(await lastEndNamed(store)).toEqual({ ...(await auditEnd(store)), runId: 'run-3' });
    expect(await lastEndNamed(createMemoryStore())).toBeUndefined();
  });

  it('is looked for in the latest 50 runs alone, however many there are', async () => {
    const store = createMemoryStore();
    for (let run = 100; run < 160; run += 1)
      await noteRunEnded(store, undefined, endedReport(`run-${run}`), { sequence: run, hash: 'x' });
    const read: string[] = [];
    const counting: Store = {
      ...store,
      get: (key) => {
        read.push(key);
        return store.get(key);
      },
    };
    expect(await lastEndNamed(counting)).toMatchObject({ runId: 'run-159' });
    expect(read).toEqual((await store.list(keys.runSummaries)).slice(10));
  });
});
