import { StoreUnavailable } from '../../contract/errors.ts';
import { type AuditFile, type AuditLink, type AuditRecord, emptyChain } from '../../core/audit/audit.ts';
import { byText, groupBy } from '../../core/model/grouping.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readObject } from '../store/objects.ts';
import { broken, filesAfter, filesBack, headText, type NamedEnd, namedEnds, readHead } from './chain.ts';
import { isUnsealed } from './log.ts';

/** Result of the check of the whole chain. */
interface Verification {
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
  return head?.end;
};

/** Reads the audit files, newest first, each checked against its successor. Files after the head come first. */
async function* filesNewestFirst(store: Store): AsyncGenerator<AuditFile> {
  const { end } = await readHead(store);
  yield* (await filesAfter(store, end)).reverse();
  yield* filesBack(store, end);
}

/** @throws Error if other objects name another file */
const assertNamed = (ends: readonly NamedEnd[] = [], { sequence, hash }: AuditFile): void => {
  const other = ends.find((end) => end.hash !== hash);
  if (other !== undefined) throw broken(keys.auditFile(sequence), `it is not the file that ${other.key} names`);
};

/**
 * Checks every byte of the audit, and that it has every file that its head and the records of runs name.
 * @param earlier an end of the chain at an earlier time, as a `RunCompleted` event or another copy names it: only a copy outside
 *   of the store shows that files were removed together with all that named them, or that the whole chain was rewritten
 * @throws Error that names the first object that is missing or differs from its sealed state
 */
export const verifyAudit = async (store: Store, earlier = emptyChain): Promise<Verification> => {
  const { stored, end: head } = await readHead(store);
  if (stored !== undefined && stored.body !== headText(head)) throw broken(keys.auditHead, 'it is not as written');
  // Before the chain, which may grow meanwhile.
  const named = groupBy([{ key: '--head', ...earlier }, ...(await namedEnds(store))], ({ sequence }) => sequence);
  const later = await filesAfter(store, head);
  const { sequence, hash } = later.at(-1) ?? head;
  if (later.length > 1) throw broken(keys.auditHead, `it does not name file ${sequence}`);
  const parts = new Set<string>();
  let records = 0;
  for await (const file of filesBack(store, { sequence, hash })) {
    assertNamed(named.get(file.sequence), file);
    const part = `part ${file.part} of run ${file.runId}`;
    if (parts.has(part)) throw broken(keys.auditFile(file.sequence), `${part} is there a second time`);
    parts.add(part);
    records += file.records.length;
  }
  if ((await store.list(keys.audit)).length > sequence) throw broken(keys.auditFile(sequence + 1), 'it is missing');
  for (const [number, [first]] of named)
    if (number > sequence) throw broken(keys.auditFile(number), `it is missing, but ${first?.key} names it`);
  return { files: sequence, records, end: { sequence, hash }, headBehind: sequence > head.sequence };
};

/** A run writes to several projects at a time, and its records stand by project. */
const byNewest = (a: AuditRecord, b: AuditRecord): number => byText(b.at, a.at);

/**
 * All records by run, newest first; runs with several files that were sealed at the same time come together. A caller that stops
 * early reads only the files it needs.
 * @throws Error at a file that is missing or differs from its sealed state
 */
export async function* auditedRuns(store: Store): AsyncGenerator<readonly AuditRecord[]> {
  let records: AuditRecord[] = [];
  for await (const file of filesNewestFirst(store)) {
    records = [...file.records, ...records];
    if (file.part > 1) continue;
    yield records.reverse().sort(byNewest);
    records = [];
  }
}

/**
 * The writes of one run; empty if it made none or is not sealed yet. The run's seal names its last file; for old runs whose seal
 * was deleted, this searches the audit.
 * @throws Error if a file differs from its sealed state
 */
export const auditRecordsOf = async (store: Store, runId: string): Promise<readonly AuditRecord[]> => {
  if (await isUnsealed(store, runId)) return [];
  const seal = await readObject<AuditLink>(store, keys.sealed(runId));
  const files = seal === undefined ? filesNewestFirst(store) : filesBack(store, seal);
  let records: readonly AuditRecord[] = [];
  for await (const file of files) {
    if (file.runId !== runId) continue;
    records = [...file.records, ...records];
    if (file.part === 1) break;
  }
  return records;
};
