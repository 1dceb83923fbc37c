import * as z from 'zod';
import { AuditUnknown } from '../../contract/errors.ts';
import { type AuditFile, type AuditLink, auditForm, emptyChain, wholeFile } from '../../core/audit/audit.ts';
import type { RunSummary } from '../../core/plan/run-summary.ts';
import type { Store, StoredObject } from '../../ports.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole } from '../store/objects.ts';
import { auditFile, auditHead } from '../store/schemas/audit.ts';
import { sha256 } from '../store/sha256.ts';

/** Error for an audit object that differs from its sealed state. */
export const broken = (key: string, problem: string) =>
  new Error(
    `${key} in the store: ${problem}; it was changed after it was written. ` +
      'Restore that object from a backup or an earlier version, then see headroom audit --verify',
  );

/** The form of an object, which the first heads did not say. */
const formOf = z.object({ version: z.number().int().positive().default(1) }).transform(({ version }) => version);

/** @throws AuditUnknown if the object has another form; Error if it cannot be read */
const parsed = <T>(key: string, body: string, schema: { parse(value: unknown): T }): T => {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw broken(key, 'it cannot be read');
  }
  const { data: form = auditForm } = formOf.safeParse(value);
  if (form !== auditForm)
    throw new AuditUnknown(
      `${key} in the store: another build wrote the audit, in form ${form}, and this build reads form ${auditForm}. ` +
        'Read it with that build and begin a new store (docs/deploy.md, Upgrade); if no other build used this store, it was changed after it was written',
    );
  try {
    return schema.parse(value);
  } catch {
    throw broken(key, 'it cannot be read');
  }
};

/**
 * The pointer to the last file, and the chain end that it names.
 * @throws AuditUnknown if another build wrote it; Error if it cannot be read
 */
export const readHead = async (
  store: Store,
): Promise<{ readonly stored: StoredObject | undefined; readonly end: AuditLink }> => {
  const stored = await store.get(keys.auditHead);
  return { stored, end: stored === undefined ? emptyChain : parsed(keys.auditHead, stored.body, auditHead) };
};

/** Text of the pointer. */
export const headText = ({ sequence, hash }: AuditLink): string =>
  `${JSON.stringify({ version: auditForm, sequence, hash })}\n`;

const fileOf = async (store: Store, sequence: number): Promise<AuditFile | undefined> => {
  const key = keys.auditFile(sequence);
  const stored = await store.get(key);
  return stored && wholeFile({ sequence, hash: sha256(stored.body) }, parsed(key, stored.body, auditFile));
};

/** The file after `end`, or undefined. @throws Error if it follows another file */
export const fileAfter = async (store: Store, end: AuditLink): Promise<AuditFile | undefined> => {
  const file = await fileOf(store, end.sequence + 1);
  if (file === undefined || file.previous === end.hash) return file;
  throw broken(keys.auditFile(file.sequence), 'it does not follow the file before it');
};

/** The files after `end`, oldest first. */
export const filesAfter = async (store: Store, end: AuditLink): Promise<AuditFile[]> => {
  const files: AuditFile[] = [];
  for (let last = end; ; ) {
    const file = await fileAfter(store, last);
    if (file === undefined) return files;
    files.push(file);
    last = file;
  }
};

/** The file that `end` names and all before it, newest first. @throws Error at the first that is missing or was changed */
export async function* filesBack(store: Store, end: AuditLink): AsyncGenerator<AuditFile> {
  let link = end;
  while (link.sequence > emptyChain.sequence) {
    const key = keys.auditFile(link.sequence);
    const file = await fileOf(store, link.sequence);
    if (file === undefined) throw broken(key, 'it is missing');
    if (file.hash !== link.hash) throw broken(key, 'it is not the file that the one after it, or the head, names');
    yield file;
    link = { sequence: link.sequence - 1, hash: file.previous };
  }
  if (link.hash !== emptyChain.hash) throw broken(keys.auditFile(1), 'it follows another file');
}

/** A file of the audit as another object of the store names it. */
export interface NamedEnd extends AuditLink {
  /** Key of that object. */
  readonly key: string;
}

/**
 * What the records of runs know of the audit, so that a chain without its last files does not look whole. A record that
 * cannot be read names nothing.
 */
export const namedEnds = async (store: Store): Promise<NamedEnd[]> => {
  const ends = await inBatches(await store.list(keys.runSummaries), async (key) => {
    const summary = await readIfWhole<RunSummary>(store, key);
    const sealed = keys.sealed(summary?.runId ?? '');
    const seal = summary && (await readIfWhole<AuditLink>(store, sealed));
    return [...(summary?.audit ? [{ key, ...summary.audit }] : []), ...(seal ? [{ key: sealed, ...seal }] : [])];
  });
  return ends.flat().filter(({ sequence }) => sequence > 0);
};

/** Ended runs that a look at the status reads. */
const latestRuns = 50;

/** The last end of the audit that the latest runs name; undefined if none names one. */
export const lastEndNamed = async (store: Store): Promise<(AuditLink & { readonly runId: string }) | undefined> => {
  const latest = (await store.list(keys.runSummaries)).slice(-latestRuns);
  const summaries = await inBatches(latest, (key) => readIfWhole<RunSummary>(store, key));
  const ends = summaries.flatMap((summary) => (summary?.audit ? [{ ...summary.audit, runId: summary.runId }] : []));
  return ends.sort((a, b) => b.sequence - a.sequence)[0];
};
