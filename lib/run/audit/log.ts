import { StoreUnavailable } from '../../contract/errors.ts';
import { version } from '../../contract/version.ts';
import {
  type AuditedWrite,
  type AuditFile,
  type AuditLink,
  auditText,
  mostRecordsOfFile,
  sealed,
  writesOfFiles,
} from '../../core/audit/audit.ts';
import { isoInstant } from '../../core/model/durations.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { Store, StoredObject, StorePorts } from '../../ports.ts';
import { giveBack } from '../approval/uses.ts';
import { putIf } from '../store/conditions.ts';
import { contentOf } from '../store/content.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole, readObject, replacing, updateObject, writeObject } from '../store/objects.ts';
import type { Seal, Unsealed } from '../store/schemas/run.ts';
import { sha256 } from '../store/sha256.ts';
import { checkedFiles, fileAfter, headText, readHead } from './chain.ts';
import { auditedWrites } from './writes.ts';

/** The seal of a run with one more file. */
const withFile = (seal: Seal | undefined, { sequence, part }: AuditFile): Seal => {
  if (part === undefined) return { sequence };
  const files = [...new Set([...(seal?.files ?? []), sequence])].sort((a, b) => a - b);
  return { sequence, files, of: part.of };
};

/** The seal as the audit itself has it; undefined if the run has no file. */
const sealInAudit = async (store: Store, runId: string): Promise<Seal | undefined> => {
  let seal: Seal | undefined;
  for await (const file of checkedFiles(store)) if (file.runId === runId) seal = withFile(seal, file);
  return seal;
};

/** Seal of a run; undefined while none of its writes is sealed. A damaged seal is recovered from the audit itself. */
export const sealOf = async (store: Store, runId: string): Promise<Seal | undefined> => {
  const key = keys.sealed(runId);
  const stored = await store.get(key);
  if (stored === undefined) return undefined;
  const content = contentOf<Seal>(key, stored.body);
  return 'value' in content ? content.value : sealInAudit(store, runId);
};

/** Numbers of the files that a run has in the audit. */
export const filesOf = (seal: Seal): readonly number[] => seal.files ?? (seal.sequence === null ? [] : [seal.sequence]);

/** Whether the audit has every file that the run needs. */
export const isWhole = (seal: Seal): boolean => filesOf(seal).length === (seal.of ?? filesOf(seal).length);

/** Whether the audit has all writes of a run, which made at least one. */
export const isAudited = async (store: Store, runId: string): Promise<boolean> => {
  const seal = await sealOf(store, runId);
  return seal !== undefined && seal.sequence !== null && isWhole(seal);
};

/** Whether all writes of a run are in the audit, or it made none. */
export const isSealed = async (store: Store, runId: string): Promise<boolean> => {
  const seal = await sealOf(store, runId);
  return seal !== undefined && isWhole(seal);
};

/** Whether a run may have writes outside the audit. */
export const isUnsealed = async (store: Store, runId: string): Promise<boolean> =>
  (await store.get(keys.unsealedRun(runId))) !== undefined;

/** Records before the first write that the run needs a seal, independent of its lease. */
export const noteUnsealed = (store: Store, runId: string): Promise<void> =>
  writeObject(store, keys.unsealedRun(runId), { runId });

/** Unsealed runs that may have written: active runs, and runs that died. */
export const unsealedRuns = async (store: Store): Promise<string[]> => {
  const runs: string[] = [];
  for (const key of await store.list(keys.unsealed)) {
    const noted = await readObject<Unsealed>(store, key);
    if (noted !== undefined) runs.push(noted.runId);
  }
  return runs;
};

/** Adds a file to the seal of its run. Another copy may add an earlier or a later file of the run at the same time. */
const noteFile = async (store: Store, file: AuditFile): Promise<void> => {
  const key = keys.sealed(file.runId);
  if (file.part === undefined) return writeObject(store, key, withFile(undefined, file));
  const known = await sealOf(store, file.runId);
  const isNoted = (seal: Seal | undefined) => seal !== undefined && filesOf(seal).includes(file.sequence);
  return updateObject<Seal>(store, key, (seal) => (isNoted(seal) ? undefined : withFile(seal ?? known, file)));
};

/**
 * Records the seal of a file after the head and moves the head to it. This is the last step of sealing; the next seal does
 * it for one that died before. So every file up to the head has its seal.
 */
const advanceHead = async (store: Store, head: StoredObject | undefined, file: AuditFile): Promise<void> => {
  await noteFile(store, file);
  const { sequence, hash } = file;
  // After a conflict too: the other writer stored the same head, or a later one.
  await putIf(store, keys.auditHead, headText({ sequence, hash }), replacing(head));
};

/** Attempts without progress of the chain end; concurrent seals move it. */
const mostTriesInPlace = 20;

/** Bounds a loop that would never end if the store rejects every write of an unchanged object. */
const createPatience = () => {
  let last = -1;
  let tries = 0;
  return ({ sequence }: AuditLink): void => {
    tries = sequence > last ? 0 : tries + 1;
    last = sequence;
    if (tries < mostTriesInPlace) return;
    throw new StoreUnavailable(
      `${keys.auditHead} in the store stays at file ${sequence} and rejects every write; check the permissions and locks of that object`,
    );
  };
};

const appendRun = async (
  { store, clock }: StorePorts,
  runId: string,
  mostRecords: number,
  writesOf: () => Promise<readonly AuditedWrite[]>,
): Promise<void> => {
  const isInAudit = await isAudited(store, runId);
  const writes = isInAudit ? [] : await writesOf();
  if (!isInAudit && writes.length === 0) return writeObject(store, keys.sealed(runId), { sequence: null });
  const files = writesOfFiles(writes, mostRecords);
  const assertPatience = createPatience();
  for (;;) {
    const { stored, end } = await readHead(store);
    assertPatience(end);
    const later = await fileAfter(store, end);
    if (later !== undefined) {
      await advanceHead(store, stored, later);
      continue;
    }
    // Every file up to the end has its seal, so the files of this run would be visible here.
    const seal = await sealOf(store, runId);
    const done = seal === undefined ? 0 : filesOf(seal).length;
    const next = files[done];
    if (next === undefined) return;
    const part = files.length > 1 ? { number: done + 1, of: files.length } : undefined;
    const file = sealed(end, { runId, build: version, part, sealedAt: isoInstant(clock.now()), writes: next }, sha256);
    // After a conflict the next round reads what the other writer stored.
    await putIf(store, keys.auditFile(file.sequence), auditText(file), { ifAbsent: true });
  }
};

/**
 * Appends the writes of a run to the audit, exactly once, also with repeated and concurrent calls: creating the file of the
 * next number decides, and the head only caches the length of the chain. A run without writes gets no file, one with very
 * many gets several.
 * Afterwards approved changes that the run certainly did not make are free again.
 * The run must not be able to start another write: its lease is released or expired.
 * @param mostRecords records of one file at most; the same for every call of a run, so that a seal that died is gone on with
 * @throws Error if the chain end differs from its sealed state, because nothing may follow an untrusted file;
 *   StoreUnavailable if the store rejects every write
 */
export const sealRun = async (ports: StorePorts, runId: string, mostRecords = mostRecordsOfFile): Promise<void> => {
  let read: Promise<readonly AuditedWrite[]> | undefined;
  const writesOf = () => {
    read ??= auditedWrites(ports.store, runId);
    return read;
  };
  await appendRun(ports, runId, mostRecords, writesOf);
  const plan = await readIfWhole<Plan>(ports.store, keys.plan(runId));
  if (plan?.verdict === 'apply') await giveBack(ports.store, runId, plan, writesOf);
  await ports.store.delete(keys.unsealedRun(runId));
};
