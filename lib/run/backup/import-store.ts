import { StoreConflict } from '../../contract/errors.ts';
import type { AuditLink } from '../../core/audit/audit.ts';
import { isoInstant } from '../../core/model/durations.ts';
import { counted } from '../../core/model/visible-text.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { assertContains, verifyAudit } from '../audit/reading.ts';
import { heldBy, isLive, parseLease } from '../inventory/lease-holder.ts';
import { putOwn } from '../store/conditions.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { readStoreMode } from '../store/mode.ts';
import { writeObject } from '../store/objects.ts';
import { sha256 } from '../store/sha256.ts';
import { type CheckedExport, checkExport, missingIn } from './check.ts';
import { type ExportedObject, readExport } from './export-document.ts';
import { classify } from './kept-keys.ts';

/** Objects that are written at once; their bodies are in memory together. */
const batchSize = 64;

interface ImportRequest {
  /** Opens the export from its beginning: it is read twice, first to check it. */
  readonly open: () => AsyncIterable<string>;
  /** Whether objects of a store that is not empty are replaced. */
  readonly overwrites: boolean;
  /** Whether damaged objects are imported as they are, so that runs treat them as in the exported store. */
  readonly withDamaged: boolean;
  /** An earlier end of the audit from outside of the export. */
  readonly head: AuditLink | undefined;
  /** Organization of the store, if it is known. */
  readonly organization: string | undefined;
}

export interface Imported {
  readonly checked: CheckedExport;
  readonly written: number;
  /** Objects that the store had already, as after an import that was interrupted. */
  readonly unchanged: number;
  readonly removed: readonly string[];
}

/** Names the import in the mode of the store, by the content of the export: the same import may continue. */
const importerOf = ({ hashes }: CheckedExport): string =>
  `headroom store import of ${sha256([...hashes].join('\n')).slice(0, 12)}`;

const keptIn = async (store: Store): Promise<string[]> =>
  (await store.list('')).filter((key) => classify(key).keeping === 'kept');

/** @throws LeaseHeld while a run writes */
const assertNoRun = async ({ store, clock }: StorePorts): Promise<void> => {
  const stored = await store.get(keys.lease);
  const lease = stored && parseLease(stored.body);
  if (lease !== undefined && isLive(lease, clock.now())) throw heldBy(lease);
};

/** @throws Error if the store has an audit that the export does not continue or contain */
const assertSameAudit = async (store: Store, { hashes }: CheckedExport): Promise<void> => {
  for (const key of await store.list(keys.audit)) {
    const expected = hashes.get(key);
    const stored = await store.get(key);
    if (expected !== undefined && stored !== undefined && sha256(stored.body) !== expected)
      throw new Error(
        `${key} in the store differs from the export, and no audit file can be replaced; import into an empty store`,
      );
  }
};

/** Which objects of the store an import replaces or removes. @throws Error if it may not */
const assertMayFill = async (
  { store, clock }: StorePorts,
  checked: CheckedExport,
  { overwrites, withDamaged, organization }: ImportRequest,
): Promise<void> => {
  const { header, damaged } = checked;
  if (damaged.length > 0 && !withDamaged)
    throw new Error(
      `the export has ${counted(damaged.length, 'damaged object')} (first: ${damaged[0]}); ` +
        'use another export, or add --with-damaged to import what is damaged as it is',
    );
  if (organization !== undefined && header.organization !== null && header.organization !== organization)
    throw new Error(`the export is of organization ${header.organization}, the store is for ${organization}`);
  await assertNoRun({ store, clock });
  await assertSameAudit(store, checked);
  const mode = await readStoreMode(store);
  const isContinued = mode !== null && 'by' in mode && mode.by === importerOf(checked);
  if (overwrites || isContinued) return;
  const present = await keptIn(store);
  const [first] = present;
  if (first === undefined) return;
  throw new Error(
    `the store is not empty: it has ${present.length} objects that the import would replace or remove, such as ${first}; use an empty store, or --overwrite`,
  );
};

/** Writes an object unless it is the same. @returns whether it was written */
const restore = async (store: Store, { key, body }: ExportedObject): Promise<boolean> => {
  const stored = await store.get(key);
  if (stored?.body === body) return false;
  // Audit files are only ever created, and a bucket refuses everything else.
  if (!key.startsWith(keys.audit)) await store.put(key, body);
  else if (!(await putOwn(store, key, body, { ifAbsent: true })))
    throw new StoreConflict(`${key} in the store was changed by another writer`);
  return true;
};

/** Objects that are written after all others, or not at all if the store's own audit is longer. */
const isLastOnes = (key: string): boolean => key === keys.mode || key === keys.auditHead;

const restoreAll = async (store: Store, objects: AsyncIterable<ExportedObject>) => {
  const last = new Map<string, ExportedObject>();
  let written = 0;
  let unchanged = 0;
  let batch: ExportedObject[] = [];
  const flush = async () => {
    await inBatches(batch, async (object) => {
      if (await restore(store, object)) written += 1;
      else unchanged += 1;
    });
    batch = [];
  };
  for await (const object of objects) {
    if (isLastOnes(object.key)) last.set(object.key, object);
    else batch.push(object);
    if (batch.length === batchSize) await flush();
  }
  await flush();
  return { written, unchanged, last };
};

async function* objectsOf(lines: AsyncIterable<string>): AsyncGenerator<ExportedObject> {
  for await (const part of readExport(lines)) if ('object' in part) yield part.object;
}

/** Objects of the store that the export does not have; records of writes are never removed. */
const surplusIn = async (store: Store, { hashes }: CheckedExport): Promise<string[]> => {
  const recorded = [keys.audit, keys.unsealed, keys.damagedFolder];
  return (await keptIn(store)).filter(
    (key) => !(hashes.has(key) || isLastOnes(key) || recorded.some((folder) => key.startsWith(folder))),
  );
};

/** The head of a longer audit of the store stays. */
const restoreHead = async (store: Store, head: ExportedObject | undefined): Promise<boolean> => {
  if (head === undefined) return false;
  const files = (await store.list(keys.audit)).length;
  const { sequence } = JSON.parse(head.body) as { readonly sequence: number };
  const current = await store.get(keys.auditHead);
  return current !== undefined && files > sequence ? false : restore(store, head);
};

const restoreMode = async (store: Store, mode: ExportedObject | undefined): Promise<void> => {
  if (mode === undefined) await store.delete(keys.mode);
  else await store.put(mode.key, mode.body);
};

/**
 * Fills a store from an export and verifies what it wrote. The export is checked before the first write. Until the import
 * ends the mode of the store is stop, so that no run decides by half of it; an import that was interrupted continues when it is
 * repeated. The first plan afterwards needs an approval, unless the policy says otherwise.
 * @throws Error if the export is not as it was written, or the store may not be filled; nothing is written then
 */
export const importStore = async ({ store, clock }: StorePorts, request: ImportRequest): Promise<Imported> => {
  const checked = await checkExport(request.open(), request.head);
  await assertMayFill({ store, clock }, checked, request);
  const by = importerOf(checked);
  await writeObject(store, keys.mode, { mode: 'stop', since: isoInstant(clock.now()), by });
  await store.delete(keys.inventoryIndex);
  const { written, unchanged, last } = await restoreAll(store, objectsOf(request.open()));
  const hasHead = await restoreHead(store, last.get(keys.auditHead));
  const removed = await surplusIn(store, checked);
  for (const key of removed) await store.delete(key);
  const different = (await missingIn(store, checked)).filter((key) => key !== keys.mode);
  if (different.length > 0)
    throw new Error(
      `${different.length} objects of the store are not as they were imported, such as ${different[0]}; the mode of the store is stop: import again`,
    );
  const mode = last.get(keys.mode);
  await restoreMode(store, mode);
  return { checked, written: written + Number(hasHead) + Number(mode !== undefined), unchanged, removed };
};

/**
 * Restores an export into a store in memory, as a person would after a loss, and compares it: every object with the export, the
 * chain of the audit with the store that it came from, and with the ends that earlier backups had.
 * @throws Error with the difference
 */
export const drillRestore = async (
  { store, clock }: StorePorts,
  open: () => AsyncIterable<string>,
  earlier: readonly AuditLink[] = [],
): Promise<CheckedExport> => {
  const scratch = createMemoryStore();
  const request = { open, overwrites: false, withDamaged: true, head: undefined, organization: undefined };
  const { checked } = await importStore({ store: scratch, clock }, request);
  const { end } = await verifyAudit(scratch);
  if (end.sequence !== checked.auditEnd.sequence || end.hash !== checked.auditEnd.hash)
    throw new Error(
      `the restored audit ends after ${counted(end.sequence, 'file')}, the export after ${checked.auditEnd.sequence}`,
    );
  for (const anchor of earlier) await assertContains(scratch, anchor, end);
  // The store may have been continued meanwhile, but never from another end.
  await assertContains(store, end, end);
  return checked;
};
