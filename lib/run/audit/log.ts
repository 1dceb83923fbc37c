import { StoreUnavailable } from '../../contract/errors.ts';
import { version } from '../../contract/version.ts';
import {
  type AuditedWrite,
  type AuditFile,
  type AuditLink,
  auditText,
  emptyChain,
  mostRecordsOfFile,
  writesOfFiles,
} from '../../core/audit/audit.ts';
import { isoInstant } from '../../core/model/durations.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { releaseUnused } from '../approval/uses.ts';
import { putIf } from '../store/conditions.ts';
import { objectText } from '../store/content.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole, readObject, replacing, writeObject } from '../store/objects.ts';
import type { Unsealed } from '../store/schemas/run.ts';
import { fileAfter, headText, readHead } from './chain.ts';
import { auditedWrites } from './writes.ts';

/** Whether the audit has all writes of a run, or it made none: the run is over. */
export const isSealed = async (store: Store, runId: string): Promise<boolean> =>
  (await store.get(keys.sealed(runId))) !== undefined;

/** Whether a run may have writes outside the audit. */
export const isUnsealed = async (store: Store, runId: string): Promise<boolean> =>
  (await store.get(keys.unsealedRun(runId))) !== undefined;

const heldAt = (key: string) =>
  new StoreUnavailable(`the store rejects every write of ${key}; check the permissions and locks of that object`);

/**
 * Records before the first write that the run needs a seal, independent of its lease, and the end of the audit until then:
 * the files of the run come after it.
 * @throws AuditUnknown if another build wrote the audit, which the records of this run could not follow; Error if its head is damaged;
 *   StoreUnavailable if the store refuses the record and has none
 */
export const noteUnsealed = async (store: Store, runId: string): Promise<void> => {
  const { end } = await readHead(store);
  const key = keys.unsealedRun(runId);
  // An earlier note stays: another task may have sealed the run since. A store also refuses a write that met another one, of which
  // nothing is left, and without its note the writes of a run that dies stay outside the audit.
  const isThere = await putIf(store, key, objectText({ runId, after: end } satisfies Unsealed), { ifAbsent: true });
  if (!isThere && !(await isUnsealed(store, runId))) throw heldAt(key);
};

/** Unsealed runs that may have written: active runs, and runs that died. */
export const unsealedRuns = async (store: Store): Promise<string[]> => {
  const runs: string[] = [];
  for (const key of await store.list(keys.unsealed)) {
    const noted = await readObject<Unsealed>(store, key);
    if (noted !== undefined) runs.push(noted.runId);
  }
  return runs;
};

/** Attempts to write an object that stays as it is; others that seal at the same time change it. */
const mostTries = 20;

/** Moves the head to a file, unless it names that file or a later one. */
const moveHead = async (store: Store, { sequence, hash }: AuditLink): Promise<void> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { stored, end } = await readHead(store);
    if (end.sequence >= sequence) return;
    if (await putIf(store, keys.auditHead, headText({ sequence, hash }), replacing(stored))) return;
  }
  throw heldAt(keys.auditHead);
};

/**
 * Appends the files of a run that the audit does not have yet: creating the file of the next number decides.
 * @param after an end of the audit before the first file of the run
 * @returns the last file of the run
 */
const append = async (
  { store, clock }: StorePorts,
  after: AuditLink,
  files: readonly (readonly AuditedWrite[])[],
): Promise<AuditLink> => {
  const runId = files[0]?.[0]?.runId;
  let end = after;
  let own: AuditFile | undefined;
  for (let tries = 0; tries < mostTries; tries += 1) {
    for (let file = await fileAfter(store, end); file !== undefined; file = await fileAfter(store, end)) {
      await moveHead(store, file);
      if (file.runId === runId) own = file;
      end = file;
      tries = 0;
    }
    const part = (own?.part ?? 0) + 1;
    const writes = files[part - 1];
    if (writes === undefined) return own ?? emptyChain;
    const about = { part, build: version, sealedAt: isoInstant(clock.now()) };
    // After a conflict the next round reads what the other writer stored.
    await putIf(store, keys.auditFile(end.sequence + 1), auditText(end, about, writes), { ifAbsent: true });
  }
  throw heldAt(keys.auditFile(end.sequence + 1));
};

/**
 * Appends the writes of a run to the audit, exactly once, also with repeated and concurrent calls. A run without writes gets
 * no file, one with very many gets several. Afterwards the run is over, and approved changes that it certainly did not make are
 * free again.
 * The run must not be able to start another write: its lease is released or expired.
 * @param mostRecords records of one file at most; the same for every call of a run, so that a seal that died is gone on with
 * @throws Error if a file since the run began was changed, because nothing may follow an untrusted file;
 *   StoreUnavailable if the store rejects every write
 */
export const sealRun = async (ports: StorePorts, runId: string, mostRecords = mostRecordsOfFile): Promise<void> => {
  const { store } = ports;
  let read: Promise<readonly AuditedWrite[]> | undefined;
  const writesOf = () => {
    read ??= auditedWrites(store, runId);
    return read;
  };
  // The note first: it ends after the seal is there.
  const noted = await readObject<Unsealed>(store, keys.unsealedRun(runId));
  if ((await readObject<AuditLink>(store, keys.sealed(runId))) === undefined) {
    const files = writesOfFiles(await writesOf(), mostRecords);
    const { sequence, hash } = files.length === 0 ? emptyChain : await append(ports, noted?.after ?? emptyChain, files);
    await writeObject(store, keys.sealed(runId), { sequence, hash } satisfies AuditLink);
  }
  const plan = await readIfWhole<Plan>(store, keys.plan(runId));
  if (plan?.verdict === 'apply') await releaseUnused(store, runId, plan, writesOf);
  await store.delete(keys.unsealedRun(runId));
};
