import { describe, expect, it } from 'vitest';
import { auditText } from '../../../lib/core/audit/audit.ts';
import type { Store } from '../../../lib/ports.ts';
import { headText } from '../../../lib/run/audit/chain.ts';
import { sealRun } from '../../../lib/run/audit/log.ts';
import { auditedRuns, verifyAudit } from '../../../lib/run/audit/reading.ts';
import { auditedWrites } from '../../../lib/run/audit/writes.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { sha256 } from '../../../lib/run/store/sha256.ts';
import { at, leaveRun, sent } from '../stored.ts';
import { audited, clock } from './audited.ts';

/** Places of a document at the beginning, in the middle and at the end of every name, value, sign and space. */
const placesOf = (json: string): number[] => {
  const tokens = json.matchAll(/"(?:[^"\\]|\\.)*"|[\w.+-]+|\s+|[^\s\w"]/g);
  const places = [...tokens].flatMap(({ 0: { length }, index }) =>
    [0, Math.floor(length / 2), length - 1].map((at) => index + at),
  );
  return [...new Set(places)];
};

describe('verifying the audit', () => {
  it('fails after any one byte of it was changed', async () => {
    const store = createMemoryStore();
    await audited(store, 2);
    for (const key of [keys.auditHead, ...(await store.list(keys.audit))]) {
      const body = (await store.get(key))?.body ?? '';
      const places = placesOf(body);
      expect(places.at(-1)).toBe(body.length - 1);
      for (const place of places) {
        const other = body[place] === '0' ? '1' : '0';
        await store.put(key, body.slice(0, place) + other + body.slice(place + 1));
        await expect(verifyAudit(store), `${key} byte ${place}`).rejects.toThrow(/in the store: /);
      }
      await store.put(key, body);
    }
    expect(await verifyAudit(store)).toMatchObject({ files: 2, records: 4 });
  });

  it('names the object, and what to do', async () => {
    const store = createMemoryStore();
    await audited(store, 2);
    const key = keys.auditFile(2);
    const body = (await store.get(key))?.body ?? '';
    await store.put(key, body.replace('"service":"b"', '"service":"x"'));
    await expect(verifyAudit(store)).rejects.toThrow(
      'audit/0000000002.json in the store: it is not the file that the one after it, or the head, names; ' +
        'it was changed after it was written. Restore that object from a backup or an earlier ' +
        'version, then see headroom audit --verify',
    );
  });

  it('fails when any file is taken away, and when files are there that the head does not know', async () => {
    for (const sequence of [1, 2, 3]) {
      const store = createMemoryStore();
      await audited(store, 3);
      await store.delete(keys.auditFile(sequence));
      await expect(verifyAudit(store)).rejects.toThrow(`${keys.auditFile(sequence)} in the store: it is missing`);
    }
    const store = createMemoryStore();
    await audited(store, 3);
    await store.delete(keys.auditHead);
    await expect(verifyAudit(store)).rejects.toThrow('audit-head.json in the store: it does not name file 3');
  });

  it('fails when files stand behind a gap, although the head names the file before it', async () => {
    const store = createMemoryStore();
    await audited(store, 4);
    const first = (await store.get(keys.auditFile(1)))?.body ?? '';
    await store.put(keys.auditHead, headText({ sequence: 1, hash: sha256(first) }));
    await store.delete(keys.auditFile(2));
    for (const run of [2, 3, 4]) await store.delete(keys.sealed(`run-${run}`));
    await expect(verifyAudit(store)).rejects.toThrow(`${keys.auditFile(2)} in the store: it is missing`);
  });

  it('fails when files have changed places, or one stands between others', async () => {
    const bodyOf = async (store: Store, sequence: number) => (await store.get(keys.auditFile(sequence)))?.body ?? '';
    const store = createMemoryStore();
    await audited(store, 3);
    const [second, third] = [await bodyOf(store, 2), await bodyOf(store, 3)];
    await store.put(keys.auditFile(2), third);
    await store.put(keys.auditFile(3), second);
    await expect(verifyAudit(store)).rejects.toThrow(`${keys.auditFile(3)} in the store: it is not the file that`);
    await store.put(keys.auditFile(4), third);
    await expect(verifyAudit(store)).rejects.toThrow(`${keys.auditFile(4)} in the store: it does not follow`);
  });

  it('fails when a run is there a second time', async () => {
    const store = createMemoryStore();
    await audited(store, 1);
    const { end } = await verifyAudit(store);
    const writes = await auditedWrites(store, 'run-1');
    await store.put(keys.auditFile(2), auditText(end, { part: 1, build: '0.1.0', sealedAt: at }, writes));
    await expect(verifyAudit(store)).rejects.toThrow('part 1 of run run-1 is there a second time');
  });

  it('compares it with its end at an earlier time, which was kept elsewhere', async () => {
    const store = createMemoryStore();
    await audited(store, 1);
    const { end: first } = await verifyAudit(store);
    expect(await verifyAudit(store, first)).toMatchObject({ files: 1 });
    await leaveRun(store, 'run-2', ['a']);
    await sealRun({ store, clock }, 'run-2');
    const { end: second } = await verifyAudit(store, first);

    const cut = createMemoryStore();
    await audited(cut, 1);
    expect(await verifyAudit(cut, first)).toMatchObject({ files: 1 });
    await expect(verifyAudit(cut, second)).rejects.toThrow(
      `${keys.auditFile(2)} in the store: it is missing, but --head names it`,
    );
    await expect(verifyAudit(createMemoryStore(), first)).rejects.toThrow('it is missing, but --head names');

    const anew = createMemoryStore();
    await leaveRun(anew, 'run-1', ['forged']);
    await sealRun({ store: anew, clock }, 'run-1');
    await expect(verifyAudit(anew, first)).rejects.toThrow(
      `${keys.auditFile(1)} in the store: it is not the file that --head names`,
    );
  });

  it('gives the writes of a run that were made at the same time in the reverse of their order', async () => {
    const store = createMemoryStore();
    await leaveRun(store, 'run-1', ['a', 'b', 'c', 'd'], {
      attempts: ['00:00:01', '00:00:03', '00:00:03', '00:00:02'].map((time) => ({
        ...sent,
        write: { ...sent.write, at: `2030-01-01T${time}.000Z` },
      })),
      made: [],
    });
    await sealRun({ store, clock }, 'run-1');
    const runs: string[][] = [];
    for await (const run of auditedRuns(store)) runs.push(run.map(({ service }) => service));
    expect(runs).toEqual([['c', 'b', 'd', 'a']]);
  });

  it('lets nothing be appended to a chain whose end is not what was sealed', async () => {
    const store = createMemoryStore();
    await audited(store, 1);
    await store.put(keys.auditHead, 'nonsense');
    await leaveRun(store, 'run-2', ['a']);
    await expect(sealRun({ store, clock }, 'run-2')).rejects.toThrow('audit-head.json in the store: it cannot be read');
  });
});

describe('reading the audit from its end', () => {
  const newestFirst = async (store: Store): Promise<string[]> => {
    const names: string[] = [];
    for await (const run of auditedRuns(store)) names.push(...run.map(({ runId, service }) => `${runId} ${service}`));
    return names;
  };

  it('gives the newest record first, also of a file that the head does not know yet', async () => {
    const store = createMemoryStore();
    await audited(store, 2);
    const head = (await store.get(keys.auditHead))?.body ?? '';
    await leaveRun(store, 'run-3', ['a']);
    await sealRun({ store, clock }, 'run-3');
    await store.put(keys.auditHead, head);
    expect(await newestFirst(store)).toEqual(['run-3 a', 'run-2 b', 'run-2 a', 'run-1 b', 'run-1 a']);
  });

  it('fails at a file that is not the one which the file after it follows', async () => {
    const store = createMemoryStore();
    await audited(store, 2);
    const other = createMemoryStore();
    await leaveRun(other, 'run-1', ['forged']);
    await sealRun({ store: other, clock }, 'run-1');
    await store.put(keys.auditFile(1), (await other.get(keys.auditFile(1)))?.body ?? '');
    await expect(newestFirst(store)).rejects.toThrow(/audit\/0000000001\.json in the store: it is not the file that/);
  });

  it.each([1, 2])('fails at file %i where it is missing', async (sequence) => {
    const store = createMemoryStore();
    await audited(store, 2);
    await store.delete(keys.auditFile(sequence));
    await expect(newestFirst(store)).rejects.toThrow(`000${sequence}.json in the store: it is missing`);
  });
});
