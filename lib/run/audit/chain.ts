import * as z from 'zod';
import { AuditUnknown } from '../../contract/errors.ts';
import {
  type AuditFile,
  type AuditLink,
  auditForm,
  auditProblem,
  emptyChain,
  wholeFile,
} from '../../core/audit/audit.ts';
import { canonicalJson } from '../../core/model/plain-data.ts';
import type { Store, StoredObject } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { auditFile, auditHead } from '../store/schemas/audit.ts';
import { sha256 } from '../store/sha256.ts';

/** Error for an audit object that differs from its sealed state. */
export const broken = (key: string, problem: string) =>
  new Error(
    `${key} in the store: ${problem}; it was changed after it was written. ` +
      'Restore that object from a backup or an earlier version, then see headroom audit --verify',
  );

/** The form of an object, which the first heads did not say; undefined for what is no object of the audit. */
const formOf = z
  .object({ version: z.number().int().positive().default(1), sequence: z.number(), hash: z.string() })
  .transform(({ version }) => version);

/** @throws AuditUnknown if the object says that it has another form */
const assertForm = (key: string, value: unknown): void => {
  const { data: form = auditForm } = formOf.safeParse(value);
  if (form === auditForm) return;
  throw new AuditUnknown(
    `${key} in the store: another build wrote the audit, in form ${form}, and this build reads form ${auditForm}. ` +
      'Read it with that build and begin a new store (docs/deploy.md, Upgrade); if no other build used this store, it was changed after it was written',
  );
};

const parsed = <T>(key: string, body: string, schema: { parse(value: unknown): T }): T => {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw broken(key, 'it cannot be read');
  }
  assertForm(key, value);
  try {
    return schema.parse(value);
  } catch {
    throw broken(key, 'it cannot be read');
  }
};

/** The pointer to the last file, and the chain end that it names. */
export const readHead = async (
  store: Store,
): Promise<{ readonly stored: StoredObject | undefined; readonly end: AuditLink }> => {
  const stored = await store.get(keys.auditHead);
  return { stored, end: stored === undefined ? emptyChain : parsed(keys.auditHead, stored.body, auditHead) };
};

/** Canonical text of the pointer. */
export const headText = ({ sequence, hash }: AuditLink): string =>
  `${canonicalJson({ version: auditForm, sequence, hash })}\n`;

/**
 * Called before the first write of a run: its records could not follow an audit of another form.
 * @throws AuditUnknown
 */
export const assertOwnForm = async (store: Store): Promise<void> => {
  const stored = await store.get(keys.auditHead);
  if (stored === undefined) return;
  let value: unknown;
  try {
    value = JSON.parse(stored.body);
  } catch {
    // A damaged head is not of another build; sealing says what to do.
    return;
  }
  assertForm(keys.auditHead, value);
};

/** An audit file, checked against the chain end before it; undefined if it does not exist. */
export const readFileOf = async (
  store: Store,
  sequence: number,
  endOf: (file: AuditFile) => AuditLink,
): Promise<AuditFile | undefined> => {
  const key = keys.auditFile(sequence);
  const stored = await store.get(key);
  if (stored === undefined) return undefined;
  const file = wholeFile(parsed(key, stored.body, auditFile));
  const problem = auditProblem(endOf(file), file, stored.body, sha256);
  if (problem !== undefined) throw broken(key, problem);
  return file;
};

/** The file after `end`, or undefined. @throws Error if it differs from its sealed state */
export const fileAfter = (store: Store, end: AuditLink): Promise<AuditFile | undefined> =>
  readFileOf(store, end.sequence + 1, () => end);

/** The file that a chain link names. @throws Error if it is missing or different */
const fileAt = async (store: Store, { sequence, hash }: AuditLink): Promise<AuditFile> => {
  const file = await readFileOf(store, sequence, ({ previous }) => ({ sequence: sequence - 1, hash: previous }));
  if (file === undefined) throw broken(keys.auditFile(sequence), 'it is missing');
  if (file.hash === hash) return file;
  throw broken(keys.auditFile(sequence), 'it is not the file that the one after it, or the head, names');
};

/**
 * Reads the audit files, newest first, each checked against its successor. Files after the head come first.
 */
export async function* filesNewestFirst(store: Store): AsyncGenerator<AuditFile> {
  const { end: head } = await readHead(store);
  const afterHead: AuditFile[] = [];
  for (let end = head; ; ) {
    const later = await fileAfter(store, end);
    if (later === undefined) break;
    afterHead.unshift(later);
    end = later;
  }
  yield* afterHead;
  let link = head;
  while (link.sequence > emptyChain.sequence) {
    const file = await fileAt(store, link);
    yield file;
    link = { sequence: link.sequence - 1, hash: file.previous };
  }
  if (link.hash !== emptyChain.hash) throw broken(keys.auditFile(1), 'it follows another file');
}

/** Reads the audit files, oldest first, each checked against its predecessor. */
export async function* checkedFiles(store: Store): AsyncGenerator<AuditFile> {
  let end = emptyChain;
  for (;;) {
    const file = await fileAfter(store, end);
    if (file === undefined) return;
    yield file;
    end = file;
  }
}
