import { StoreConflict, StoreUnavailable } from '../../contract/errors.ts';
import { type AuditFile, type AuditLink, auditText, sealed } from '../../core/audit/audit.ts';
import { isoInstant } from '../../core/model/durations.ts';
import type { Clock, Store, StoredObject } from '../../ports.ts';
import { contentOf } from '../store/content.ts';
import { keys } from '../store/keys.ts';
import { readObject, writeObject } from '../store/objects.ts';
import type { Seal, Unsealed } from '../store/schemas/run.ts';
import { sha256 } from '../store/sha256.ts';
import { checkedFiles, fileAfter, headText, readHead } from './chain.ts';
import { auditedWrites } from './writes.ts';

const noteSeal = (store: Store, runId: string, seal: Seal) => writeObject(store, keys.sealed(runId), seal);

/** What is noted of a run; undefined while it is not sealed. A note that is damaged is found again in the audit itself. */
export const sealOf = async (store: Store, runId: string): Promise<Seal | undefined> => {
  const key = keys.sealed(runId);
  const stored = await store.get(key);
  if (stored === undefined) return undefined;
  const content = contentOf<Seal>(key, stored.body);
  if ('value' in content) return content.value;
  for await (const file of checkedFiles(store)) if (file.runId === runId) return { sequence: file.sequence };
  return undefined;
};

/** Whether a run is noted to have its writes in the audit, or to have made none. */
export const isSealed = async (store: Store, runId: string): Promise<boolean> =>
  (await sealOf(store, runId)) !== undefined;

/** Whether a run may have writes that are not in the audit. */
export const isUnsealed = async (store: Store, runId: string): Promise<boolean> =>
  (await store.get(keys.unsealedRun(runId))) !== undefined;

/** Notes, before a run can write anything, that it is to be sealed, whatever becomes of its lease. */
export const noteUnsealed = (store: Store, runId: string): Promise<void> =>
  writeObject(store, keys.unsealedRun(runId), { runId });

/** Runs that could write and are not sealed yet: those at work, and those that died. */
export const unsealedRuns = async (store: Store): Promise<string[]> => {
  const runs: string[] = [];
  for (const key of await store.list(keys.unsealed)) {
    const noted = await readObject<Unsealed>(store, key);
    if (noted !== undefined) runs.push(noted.runId);
  }
  return runs;
};

/** Whoever is quicker has written the same, or more. */
const unlessOvertaken = async (writing: Promise<void>): Promise<void> => {
  try {
    await writing;
  } catch (error) {
    if (!(error instanceof StoreConflict)) throw error;
  }
};

/**
 * Notes a file that stands after the head of the chain and moves the head to it: what sealing does last, and what the
 * next sealing does for one that died before. So files up to the head always have their notes.
 */
const settle = async (
  store: Store,
  head: StoredObject | undefined,
  { runId, sequence, hash }: AuditFile,
): Promise<void> => {
  await noteSeal(store, runId, { sequence });
  const condition = head === undefined ? { ifAbsent: true as const } : { ifVersion: head.version };
  await unlessOvertaken(store.put(keys.auditHead, headText({ sequence, hash }), condition));
};

/** Tries in which the end of the chain may stay where it is: others who seal move it. */
const mostTriesInPlace = 20;

/** Ends a loop that the store would never let end, because it refuses every write of what it shows unchanged. */
const createPatience = () => {
  let last = -1;
  let tries = 0;
  return ({ sequence }: AuditLink): void => {
    tries = sequence > last ? 0 : tries + 1;
    last = sequence;
    if (tries < mostTriesInPlace) return;
    throw new StoreUnavailable(
      `${keys.auditHead} in the store stays at file ${sequence} and yet refuses to be changed; see what holds it`,
    );
  };
};

const appendRun = async ({ store, clock }: { store: Store; clock: Clock }, runId: string): Promise<void> => {
  const seal = await sealOf(store, runId);
  if (seal?.sequence === null) return;
  const writes = seal === undefined ? await auditedWrites(store, runId) : [];
  if (seal === undefined && writes.length === 0) return noteSeal(store, runId, { sequence: null });
  const assertPatience = createPatience();
  for (;;) {
    const { stored, end } = await readHead(store);
    assertPatience(end);
    const later = await fileAfter(store, end);
    if (later !== undefined) {
      await settle(store, stored, later);
      continue;
    }
    // The chain is whole up to its end, so a file of this run would have its note by now.
    if (await isSealed(store, runId)) return;
    const file = sealed(end, { runId, sealedAt: isoInstant(clock.now()), writes }, sha256);
    await unlessOvertaken(store.put(keys.auditFile(file.sequence), auditText(file), { ifAbsent: true }));
  }
};

/**
 * Appends the writes of a run to the audit as one file, once, however often it is called and whoever else does the same:
 * creating the file of the next number is what counts, the head only remembers how far the chain goes. A run without
 * writes gets no file. The run must not be able to begin another write: its lease is released or has expired.
 * @throws Error when the end of the chain is not what was sealed: nothing is appended to what cannot be trusted;
 *   StoreUnavailable when the store takes no write of it
 */
export const sealRun = async (ports: { store: Store; clock: Clock }, runId: string): Promise<void> => {
  await appendRun(ports, runId);
  await ports.store.delete(keys.unsealedRun(runId));
};
