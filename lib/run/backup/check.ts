import type { AuditLink } from '../../core/audit/audit.ts';
import type { Store } from '../../ports.ts';
import { type Verification, verifyAudit } from '../audit/reading.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import { partsOf } from '../store/long-lists.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { sha256 } from '../store/sha256.ts';
import { type ExportHeader, readExport } from './export-document.ts';
import { selectKept } from './export-store.ts';
import { classify } from './kept-keys.ts';
import { objectProblem } from './named-key.ts';

/** A store whose kept objects were all read. */
interface CheckedStore {
  readonly objects: number;
  readonly audit: Verification;
  /** Unreadable objects with their problem, in order. */
  readonly damaged: readonly string[];
}

/**
 * Reads every object that an export keeps, and the chain of the audit.
 * @param head an earlier end of the audit from outside of the store
 * @throws Error if the audit is not as it was sealed, or had another end
 */
export const checkStore = async (store: Store, head?: AuditLink): Promise<CheckedStore> => {
  const { kept } = await selectKept(store);
  const damaged: string[] = [];
  const parts: string[] = [];
  await inBatches(kept, async ({ key }) => {
    const stored = await store.get(key);
    const problem = stored && objectProblem(key, stored.body);
    if (problem !== undefined) damaged.push(`${key}: ${problem}`);
    if (stored !== undefined && problem === undefined) parts.push(...partsOf(key, stored.body));
  });
  const known = new Set(kept.map(({ key }) => key));
  damaged.push(...parts.filter((key) => !known.has(key)).map((key) => `${key}: it is missing`));
  return { objects: kept.length, audit: await verifyAudit(store, head), damaged: damaged.sort() };
};

/** A checked export. */
export interface CheckedExport {
  readonly header: ExportHeader;
  readonly objects: number;
  readonly auditEnd: AuditLink;
  /** SHA-256 of each object by key. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Objects that are unreadable, or not the ones of their keys, with their problem. */
  readonly damaged: readonly string[];
}

/** Kinds of objects that have the audit, or name files of it. */
const ofAudit: ReadonlySet<string | undefined> = new Set(['auditFile', 'sealing', 'runSummary', 'sealed']);

/**
 * Reads a whole export: its hashes, its objects and the chain of its audit.
 * @param head an earlier end of the audit from outside of the export
 * @throws Error that names the first line, or the audit file, that is not as it was written
 */
export const checkExport = async (lines: AsyncIterable<string>, head?: AuditLink): Promise<CheckedExport> => {
  let header: ExportHeader | undefined;
  const hashes = new Map<string, string>();
  const audit = createMemoryStore();
  const damaged: string[] = [];
  const parts: string[] = [];
  for await (const part of readExport(lines)) {
    if ('header' in part) {
      header = part.header;
      continue;
    }
    const { key, body } = part.object;
    if (hashes.has(key)) throw new Error(`the export has ${key} twice`);
    hashes.set(key, sha256(body));
    const { name } = classify(key);
    if (ofAudit.has(name)) await audit.put(key, body);
    const problem = objectProblem(key, body);
    if (problem !== undefined) damaged.push(`${key}: ${problem}`);
    else parts.push(...partsOf(key, body));
  }
  damaged.push(...parts.filter((key) => !hashes.has(key)).map((key) => `${key}: it is missing`));
  if (header === undefined) throw new Error('the export is empty');
  const { end } = await verifyAudit(audit, head);
  return { header, objects: hashes.size, auditEnd: end, hashes, damaged };
};

/** Objects of the export that the store does not have as they were exported. */
export const missingIn = async (store: Store, { hashes }: CheckedExport): Promise<string[]> => {
  const different: string[] = [];
  for (const [key, hash] of hashes) {
    const stored = await store.get(key);
    if (stored === undefined || sha256(stored.body) !== hash) different.push(key);
  }
  return different.filter((key) => key !== keys.auditHead);
};
