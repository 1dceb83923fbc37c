import { StoreConflict, StoreUnavailable } from '../../contract/errors.ts';
import { type AuditFile, type AuditLink, auditText, sealed } from '../../core/audit/audit.ts';
import { isoInstant } from '../../core/model/durations.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { Clock, Store, StoredObject } from '../../ports.ts';
import { giveBack } from '../approval/uses.ts';
import { contentOf } from '../store/content.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole, readObject, replacing, writeObject } from '../store/objects.ts';
import type { Seal, Unsealed } from '../store/schemas/run.ts';
import { sha256 } from '../store/sha256.ts';
import { checkedFiles, fileAfter, headText, readHead } from './chain.ts';
import { auditedWrites } from './writes.ts';

const noteSeal = (store: Store, runId: string, seal: Seal) => writeObject(store, keys.sealed(runId), seal);

/** Seal of a run; undefined while it is unsealed. A damaged seal is recovered from the audit itself. */
export const sealOf = async (store: Store, runId: string): Promise<Seal | undefined> => {
  const key = keys.sealed(runId);
  const stored = await store.get(key);
  if (stored === undefined) return undefined;
  const content = contentOf<Seal>(key, stored.body);
  if ('value' in content) return content.value;
  for await (const file of checkedFiles(store)) if (file.runId === runId) return { sequence: file.sequence };
  return undefined;
};

/** Whether the audit has a file of a run. */
export const isAudited = async (store: Store, runId: string): Promise<boolean> =>
  typeof (await sealOf(store, runId))?.sequence === 'number';

/** Whether the writes of a run are in the audit, or it made none. */
export const isSealed = async (store: Store, runId: string): Promise<boolean> =>
  (await sealOf(store, runId)) !== undefined;

/** Whether a run may have writes outside the audit. */
export const isUnsealed = async (store: Store, runId: string): Promise<boolean> =>
  (await store.get(keys.unsealedRun(runId))) !== undefined;

/** Records before the first write that the run needs a seal, independent of its lease. */
export const noteUnsealed = (store: Store, runId: string): Promise<void> =>
  writeObject(store, keys.unsealedRun(runId), { runId });

/** Unsealed runs that may have written: active runs, and those that died. */
export const unsealedRuns = async (store: Store): Promise<string[]> => {
  const runs: string[] = [];
  for (const key of await store.list(keys.unsealed)) {
    const noted = await readObject<Unsealed>(store, key);
    if (noted !== undefined) runs.push(noted.runId);
  }
  return runs;
};

/** Ignores a conflict: the other writer stored the same content, or more. */
const unlessOvertaken = async (writing: Promise<void>): Promise<void> => {
  try {
    await writing;
  } catch (error) {
    if (!(error instanceof StoreConflict)) throw error;
  }
};

/**
 * Records the seal of a file after the head and moves the head to it. This is the last step of sealing; the next seal does
 * it for one that died before. So every file up to the head has its seal.
 */
const advanceHead = async (
  store: Store,
  head: StoredObject | undefined,
  { runId, sequence, hash }: AuditFile,
): Promise<void> => {
  await noteSeal(store, runId, { sequence });
  const condition = replacing(head);
  await unlessOvertaken(store.put(keys.auditHead, headText({ sequence, hash }), condition));
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

const appendRun = async ({ store, clock }: { store: Store; clock: Clock }, runId: string): Promise<void> => {
  const isInAudit = await isAudited(store, runId);
  const writes = isInAudit ? [] : await auditedWrites(store, runId);
  // Not final: a run whose lease expired before its first write may have taken it again.
  if (!isInAudit && writes.length === 0) return noteSeal(store, runId, { sequence: null });
  const assertPatience = createPatience();
  for (;;) {
    const { stored, end } = await readHead(store);
    assertPatience(end);
    const later = await fileAfter(store, end);
    if (later !== undefined) {
      await advanceHead(store, stored, later);
      continue;
    }
    // Every file up to the end has its seal, so a file of this run would be visible here.
    if (await isAudited(store, runId)) return;
    const file = sealed(end, { runId, sealedAt: isoInstant(clock.now()), writes }, sha256);
    await unlessOvertaken(store.put(keys.auditFile(file.sequence), auditText(file), { ifAbsent: true }));
  }
};

/**
 * Appends the writes of a run to the audit as one file, exactly once, also with repeated and concurrent calls: creating the
 * file of the next number decides, and the head only caches the length of the chain. A run without writes gets no file.
 * Afterwards approved changes that the run certainly did not make are free again.
 * The run must not be able to start another write: its lease is released or expired.
 * @throws Error if the chain end differs from its sealed state, because nothing may follow an untrusted file;
 *   StoreUnavailable if the store rejects every write
 */
export const sealRun = async (ports: { store: Store; clock: Clock }, runId: string): Promise<void> => {
  await appendRun(ports, runId);
  const plan = await readIfWhole<Plan>(ports.store, keys.plan(runId));
  if (plan?.verdict === 'apply') await giveBack(ports.store, runId, plan, await auditedWrites(ports.store, runId));
  await ports.store.delete(keys.unsealedRun(runId));
};
