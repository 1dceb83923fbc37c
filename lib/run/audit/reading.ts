import { StoreUnavailable } from '../../contract/errors.ts';
import { type AuditFile, type AuditLink, type AuditRecord, emptyChain } from '../../core/audit/audit.ts';
import { byText, groupBy } from '../../core/model/grouping.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { broken, checkedFiles, filesNewestFirst, headText, readFileOf, readHead } from './chain.ts';
import { filesOf, isWhole, sealOf } from './log.ts';
import { auditWitnesses, type Witness } from './witnesses.ts';

/** Result of the check of the whole chain. */
export interface Verification {
  readonly files: number;
  readonly records: number;
  /** The chain end: a copy stored elsewhere also proves that no files were removed at the end. */
  readonly end: AuditLink;
  /** The head does not name the last file yet, as after a crash; the next seal corrects it. */
  readonly headBehind: boolean;
}

/** The end of the audit as its head names it; undefined if the head cannot be read, which stops the next run. */
export const auditEnd = async (store: Store): Promise<AuditLink | undefined> => {
  const head = await readHead(store).catch((error: unknown) => {
    if (error instanceof StoreUnavailable) throw error;
    return undefined;
  });
  return head && { sequence: head.end.sequence, hash: head.end.hash };
};

/** Counts a file of its run. @throws Error if it is not the next part of it */
const assertNextPart = (filesOfRun: Map<string, number>, file: AuditFile): void => {
  const key = keys.auditFile(file.sequence);
  const { part = { number: 1, of: 1 }, runId } = file;
  const number = (filesOfRun.get(runId) ?? 0) + 1;
  if (number > part.of || number > part.number) throw broken(key, `run ${runId} is there a second time`);
  if (number < part.number) throw broken(key, `part ${number} of run ${runId} is missing before it`);
  filesOfRun.set(runId, number);
};

/** @throws Error if a file is not the one that another object names */
const assertNamed = ({ key, hash, runId }: Witness, file: AuditFile): void => {
  if ((hash ?? file.hash) === file.hash && (runId ?? file.runId) === file.runId) return;
  throw broken(keys.auditFile(file.sequence), `it is not the file that ${key} names`);
};

/**
 * Checks every byte of the audit, from its first file to the head, and that it has every file that records of runs name.
 * @param earlier an end of the chain at an earlier time, from outside of the store
 * @throws Error that names the first object, and its record, that is missing or differs from its sealed state
 */
export const verifyAudit = async (store: Store, earlier = emptyChain): Promise<Verification> => {
  const { stored, end: head } = await readHead(store);
  if (stored !== undefined && stored.body !== headText(head)) throw broken(keys.auditHead, 'it is not as written');
  // Before the chain, which may grow meanwhile.
  const witnesses = groupBy(await auditWitnesses(store), ({ sequence }) => sequence);
  let end = emptyChain;
  let records = 0;
  /** Files of each run so far. */
  const filesOfRun = new Map<string, number>();
  for await (const file of checkedFiles(store)) {
    assertNextPart(filesOfRun, file);
    if (file.sequence === head.sequence && file.hash !== head.hash)
      throw broken(keys.auditFile(file.sequence), 'it is not the file of the head');
    for (const witness of witnesses.get(file.sequence) ?? []) assertNamed(witness, file);
    records += file.records.length;
    end = file;
  }
  const fileKeys = await store.list(keys.audit);
  if (end.sequence < head.sequence || fileKeys.length > end.sequence) {
    throw broken(keys.auditFile(end.sequence + 1), 'it is missing');
  }
  if (end.sequence > head.sequence + 1) throw broken(keys.auditHead, `it does not name file ${end.sequence}`);
  for (const [sequence, [first]] of witnesses)
    if (sequence > end.sequence) throw broken(keys.auditFile(sequence), `it is missing, but ${first?.key} names it`);
  await assertContains(store, earlier, end);
  const { sequence, hash } = end;
  return { files: sequence, records, end: { sequence, hash }, headBehind: sequence > head.sequence };
};

/**
 * Compares the chain with its end at an earlier time, as a `RunCompleted` event or another copy names it: only a copy outside
 * of the store shows that files were removed together with the head that named them, or that the whole chain was rewritten.
 * @throws Error if the audit is not the one that had this end
 */
export const assertContains = async (store: Store, anchor: AuditLink, { sequence }: AuditLink): Promise<void> => {
  if (anchor.sequence === 0) return;
  const key = keys.auditFile(anchor.sequence);
  if (anchor.sequence > sequence)
    throw broken(key, `it is missing: the audit ends at file ${sequence}, and had ${anchor.sequence} files once`);
  const stored = await readFileOf(store, anchor.sequence, ({ previous }) => ({
    sequence: anchor.sequence - 1,
    hash: previous,
  }));
  if (stored?.hash !== anchor.hash) throw broken(key, `its hash is ${stored?.hash}, and was ${anchor.hash} once`);
};

/** A run writes to several projects at a time, and its records stand by project. */
const byNewest = (a: AuditRecord, b: AuditRecord): number => byText(b.at, a.at);

const newestFirst = (records: readonly AuditRecord[]): readonly AuditRecord[] => records.toReversed().sort(byNewest);

/**
 * All records by run, newest first. A caller that stops early reads only the files it needs.
 * @throws Error at a file that is missing or differs from its sealed state
 */
export async function* auditedRuns(store: Store): AsyncGenerator<readonly AuditRecord[]> {
  /** Later parts of a run of which the first is still to come. */
  let later: Pick<AuditFile, 'runId' | 'records'> | undefined;
  for await (const { runId, records, part } of filesNewestFirst(store)) {
    // The files of two runs that were sealed at the same time may alternate.
    if (later !== undefined && later.runId !== runId) {
      yield newestFirst(later.records);
      later = undefined;
    }
    const read = later === undefined ? records : [...records, ...later.records];
    const isFirst = part === undefined || part.number === 1;
    later = isFirst ? undefined : { runId, records: read };
    if (isFirst) yield newestFirst(read);
  }
}

/**
 * The writes of one run; empty if it made none or is not sealed yet. The run's seal names its files; for old runs whose seal
 * was deleted, this searches the audit.
 * @throws Error if a file differs from its sealed state
 */
export const auditRecordsOf = async (store: Store, runId: string): Promise<readonly AuditRecord[]> => {
  const seal = await sealOf(store, runId);
  const records: AuditRecord[] = [];
  if (seal === undefined) {
    for await (const file of checkedFiles(store)) if (file.runId === runId) records.push(...file.records);
    return records;
  }
  if (!isWhole(seal)) return [];
  for (const sequence of filesOf(seal)) {
    const file = await readFileOf(store, sequence, ({ previous }) => ({ sequence: sequence - 1, hash: previous }));
    if (file?.runId !== runId) throw broken(keys.auditFile(sequence), `it does not belong to run ${runId}`);
    records.push(...file.records);
  }
  return records;
};
