import { type AuditFile, type AuditLink, auditProblem, emptyChain } from '../../core/audit/audit.ts';
import { canonicalJson } from '../../core/model/canonical-json.ts';
import type { Store, StoredObject } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { auditFile, auditHead } from '../store/schemas/audit.ts';
import { sha256 } from '../store/sha256.ts';

/** A part of the audit that is not as it was sealed. */
export const broken = (key: string, problem: string) =>
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

/** The pointer to the last file, and the end of the chain that it names. */
export const readHead = async (
  store: Store,
): Promise<{ readonly stored: StoredObject | undefined; readonly end: AuditLink }> => {
  const stored = await store.get(keys.auditHead);
  return { stored, end: stored === undefined ? emptyChain : parsed(keys.auditHead, stored.body, auditHead) };
};

/** The text of the pointer: one text for one end. */
export const headText = ({ sequence, hash }: AuditLink): string => `${canonicalJson({ sequence, hash })}\n`;

/** A file, checked against the end of the chain that it follows; undefined when there is none. */
export const readFileOf = async (
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
export const fileAfter = (store: Store, end: AuditLink): Promise<AuditFile | undefined> =>
  readFileOf(store, end.sequence + 1, () => end);

/** The file that a link of the chain names. @throws Error when it is missing or another one */
const fileAt = async (store: Store, { sequence, hash }: AuditLink): Promise<AuditFile> => {
  const file = await readFileOf(store, sequence, ({ previous }) => ({ sequence: sequence - 1, hash: previous }));
  if (file === undefined) throw broken(keys.auditFile(sequence), 'it is missing');
  if (file.hash === hash) return file;
  throw broken(keys.auditFile(sequence), 'it is not the file that the one after it, or the head, names');
};

/**
 * Reads the files of the audit from the newest on, each checked against the one after it. Files that stand after the head
 * come first.
 */
export async function* filesNewestFirst(store: Store): AsyncGenerator<AuditFile> {
  const { end: head } = await readHead(store);
  const unnoted: AuditFile[] = [];
  for (let end = head; ; ) {
    const later = await fileAfter(store, end);
    if (later === undefined) break;
    unnoted.unshift(later);
    end = later;
  }
  yield* unnoted;
  let link = head;
  while (link.sequence > emptyChain.sequence) {
    const file = await fileAt(store, link);
    yield file;
    link = { sequence: link.sequence - 1, hash: file.previous };
  }
  if (link.hash !== emptyChain.hash) throw broken(keys.auditFile(1), 'it follows another file');
}

/** Reads the files of the audit one after the other, each checked against the one before it. */
export async function* checkedFiles(store: Store): AsyncGenerator<AuditFile> {
  let end = emptyChain;
  for (;;) {
    const file = await fileAfter(store, end);
    if (file === undefined) return;
    yield file;
    end = file;
  }
}
