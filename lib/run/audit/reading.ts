import { type AuditFile, type AuditLink, type AuditRecord, emptyChain } from '../../core/audit/audit.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { broken, checkedFiles, filesNewestFirst, headText, readFileOf, readHead } from './chain.ts';
import { sealOf } from './log.ts';

/** How the check of the whole chain ended. */
export interface Verification {
  readonly files: number;
  readonly records: number;
  /** The end of the chain: noted elsewhere, it also proves that nothing was taken away at the end. */
  readonly end: AuditLink;
  /** Whether the last file is not yet noted by the head, as after a crash: the next sealing mends it. */
  readonly headBehind: boolean;
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

/**
 * All records, newest first, run by run. A caller that stops early reads no more files than it takes.
 * @throws Error at a file that is missing or not as it was sealed
 */
export async function* auditedRuns(store: Store): AsyncGenerator<readonly AuditRecord[]> {
  for await (const { records } of filesNewestFirst(store)) yield records.toReversed();
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
