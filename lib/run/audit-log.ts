import { createHash } from 'node:crypto';
import { auditFile, auditHead } from '../contract/audit-schema.ts';
import { StoreConflict } from '../contract/errors.ts';
import {
  type AuditFile,
  type AuditLink,
  type AuditRecord,
  auditProblem,
  auditText,
  emptyChain,
  sealed,
} from '../core/audit.ts';
import { canonicalJson } from '../core/canonical-json.ts';
import type { Clock, Store, Stored } from '../ports.ts';
import { auditedWrites } from './audit-writes.ts';
import { keys, readObject, writeObject } from './objects.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A part of the audit that is not as it was sealed. */
const broken = (key: string, problem: string) =>
  new Error(
    `${key} in the store: ${problem}; somebody or something changed it since it was written. ` +
      'Restore that object from a backup or an earlier version, then see headroom audit --verify',
  );

const parsed = <T>(key: string, body: string, schema: { parse(value: unknown): T }): T => {
  try {
    return schema.parse(JSON.parse(body));
  } catch {
    throw broken(key, 'it cannot be read');
  }
};

const readHead = async (store: Store): Promise<{ readonly stored: Stored | undefined; readonly end: AuditLink }> => {
  const stored = await store.get(keys.auditHead);
  return { stored, end: stored === undefined ? emptyChain : parsed(keys.auditHead, stored.body, auditHead) };
};

const headText = ({ sequence, hash }: AuditLink): string => `${canonicalJson({ sequence, hash })}\n`;

/** A file, checked against the end of the chain that it follows; undefined when there is none. */
const readFileOf = async (
  store: Store,
  sequence: number,
  endOf: (file: AuditFile) => AuditLink,
): Promise<AuditFile | undefined> => {
  const key = keys.auditFile(sequence);
  const stored = await store.get(key);
  if (stored === undefined) return undefined;
  const file = parsed(key, stored.body, auditFile);
  const problem = auditProblem(endOf(file), file, stored.body, sha256);
  if (problem !== undefined) throw broken(key, problem);
  return file;
};

/** The file that follows `end`; undefined when there is none. @throws Error when it is not what was sealed */
const fileAfter = (store: Store, end: AuditLink): Promise<AuditFile | undefined> =>
  readFileOf(store, end.sequence + 1, () => end);

/** What is noted of a run whose writes are in the audit, or that made none. */
interface Seal {
  /** Null when the run made no write. */
  readonly sequence: number | null;
}

const noteSeal = (store: Store, runId: string, seal: Seal) => writeObject(store, keys.sealed(runId), seal);

const sealOf = (store: Store, runId: string) => readObject<Seal>(store, keys.sealed(runId));

/** Whether all writes of a run are in the audit. */
export const isSealed = async (store: Store, runId: string): Promise<boolean> =>
  (await sealOf(store, runId)) !== undefined;

/** Whoever is quicker has written the same, or more. */
const unlessOvertaken = async (writing: Promise<void>): Promise<void> => {
  try {
    await writing;
  } catch (error) {
    if (!(error instanceof StoreConflict)) throw error;
  }
};

/**
 * Notes a file that stands after the head of the chain and moves the head to it: what sealing does last, and what the
 * next sealing does for one that died before. So files up to the head always have their notes.
 */
const settle = async (store: Store, head: Stored | undefined, { runId, sequence, hash }: AuditFile): Promise<void> => {
  await noteSeal(store, runId, { sequence });
  const condition = head === undefined ? { ifAbsent: true as const } : { ifVersion: head.version };
  await unlessOvertaken(store.put(keys.auditHead, headText({ sequence, hash }), condition));
};

/**
 * Appends the writes of a run to the audit as one file, once, however often it is called and whoever else does the same:
 * creating the file of the next number is what counts, the head only remembers how far the chain goes. A run without
 * writes gets no file. The run must not be able to begin another write: its lease is released or has expired.
 * @throws Error when the end of the chain is not what was sealed: nothing is appended to what cannot be trusted
 */
export const sealRun = async ({ store, clock }: { store: Store; clock: Clock }, runId: string): Promise<void> => {
  const seal = await sealOf(store, runId);
  if (seal?.sequence === null) return;
  const writes = seal === undefined ? await auditedWrites(store, runId) : [];
  if (seal === undefined && writes.length === 0) return noteSeal(store, runId, { sequence: null });
  for (;;) {
    const { stored, end } = await readHead(store);
    const later = await fileAfter(store, end);
    if (later !== undefined) {
      await settle(store, stored, later);
      continue;
    }
    // The chain is whole up to its end, so a file of this run would have its note by now.
    if (await isSealed(store, runId)) return;
    const file = sealed(end, { runId, sealedAt: new Date(clock.now()).toISOString(), writes }, sha256);
    await unlessOvertaken(store.put(keys.auditFile(file.sequence), auditText(file), { ifAbsent: true }));
  }
};

/** How the check of the whole chain ended. */
export interface Verification {
  readonly files: number;
  readonly records: number;
  /** The end of the chain: noted elsewhere, it also proves that nothing was taken away at the end. */
  readonly end: AuditLink;
  /** Whether the last file is not yet noted by the head, as after a crash: the next sealing mends it. */
  readonly headBehind: boolean;
}

/** Reads the files of the audit one after the other, each checked against the one before it. */
async function* checkedFiles(store: Store): AsyncGenerator<AuditFile> {
  let end = emptyChain;
  for (;;) {
    const file = await fileAfter(store, end);
    if (file === undefined) return;
    yield file;
    end = file;
  }
}

/**
 * Checks every byte of the audit, from its first file to the head.
 * @throws Error naming the first object, and in it the record, that is not what was sealed, or what is missing
 */
export const verifyAudit = async (store: Store): Promise<Verification> => {
  const { stored, end: head } = await readHead(store);
  if (stored !== undefined && stored.body !== headText(head)) throw broken(keys.auditHead, 'it is not as written');
  let end = emptyChain;
  let records = 0;
  const runs = new Set<string>();
  for await (const file of checkedFiles(store)) {
    const key = keys.auditFile(file.sequence);
    if (runs.has(file.runId)) throw broken(key, `run ${file.runId} is there a second time`);
    if (file.sequence === head.sequence && file.hash !== head.hash) throw broken(key, 'it is not the file of the head');
    runs.add(file.runId);
    records += file.records.length;
    end = file;
  }
  const known = await store.list(keys.audit);
  if (end.sequence < head.sequence || known.length > end.sequence) {
    throw broken(keys.auditFile(end.sequence + 1), 'it is missing');
  }
  if (end.sequence > head.sequence + 1) throw broken(keys.auditHead, `it does not know of file ${end.sequence}`);
  const { sequence, hash } = end;
  return { files: sequence, records, end: { sequence, hash }, headBehind: sequence > head.sequence };
};

/** All records, oldest first; what is not what was sealed ends it with an error. */
export async function* auditRecords(store: Store): AsyncGenerator<AuditRecord> {
  for await (const file of checkedFiles(store)) yield* file.records;
}

/**
 * The writes of one run; none where it made none or is not sealed yet. The note of the run leads to its file; where that
 * is gone with the rest of an old run, the audit is looked through.
 * @throws Error when the file is not what was sealed
 */
export const auditRecordsOf = async (store: Store, runId: string): Promise<readonly AuditRecord[]> => {
  const sequence = (await sealOf(store, runId))?.sequence;
  if (sequence === null) return [];
  if (sequence !== undefined) {
    const end = ({ previous }: AuditFile) => ({ sequence: sequence - 1, hash: previous });
    const file = await readFileOf(store, sequence, end);
    if (file === undefined || file.runId !== runId)
      throw broken(keys.auditFile(sequence), `it is not that of run ${runId}`);
    return file.records;
  }
  for await (const file of checkedFiles(store)) if (file.runId === runId) return file.records;
  return [];
};
