import type { AuditLink } from '../../core/audit/audit.ts';
import type { Store } from '../../ports.ts';
import { verifyAudit } from '../audit/reading.ts';
import { keys } from '../store/keys.ts';
import { partsOf } from '../store/long-lists.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { sha256 } from '../store/sha256.ts';
import { type ExportHeader, readExport } from './export-document.ts';
import { classify } from './kept-keys.ts';
import { objectProblem } from './named-key.ts';

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
const ofAudit: ReadonlySet<string | undefined> = new Set(['auditFile', 'auditHead', 'runSummary', 'sealed']);

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
