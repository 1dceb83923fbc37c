import { timesTogether } from '../../core/inventory/batches.ts';
import type { Confirmation } from '../../core/inventory/confirmed.ts';
import { byText } from '../../core/model/grouping.ts';
import type { UnreadProject } from '../../core/model/model.ts';
import type { Store } from '../../ports.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole, readObject, updateObject } from '../store/objects.ts';
import type { RunReadings } from '../store/schemas/run.ts';

/** What the surveys of a run came to in projects whose records they did not write. */
export interface ReadingsOfRun {
  readonly confirmations: ReadonlyMap<string, Confirmation>;
  readonly unread: ReadonlyMap<string, UnreadProject>;
}

const younger = (a: Confirmation | undefined, b: Confirmation): Confirmation =>
  a !== undefined && a.readAt > b.readAt ? a : b;

/** Both together; another copy of the same task may have stored its own meanwhile. */
const merged = (stored: RunReadings | undefined, { confirmations, unread }: ReadingsOfRun): RunReadings => {
  const readings = new Map(Object.entries(stored?.readings ?? {}));
  for (const [project, reading] of confirmations) readings.set(project, younger(readings.get(project), reading));
  const failed = new Map(stored?.unread.map((failure) => [failure.project, failure]));
  for (const [project, failure] of unread) failed.set(project, failure);
  return { ...stored, readings: Object.fromEntries(readings), unread: [...failed.values()] };
};

const none: ReadingsOfRun = { confirmations: new Map(), unread: new Map() };

/** Part of the readings of a run with the projects that its plan could not use. */
const planned = 'plan';

/** Stores the reasons why projects are unread, also for the report. */
export const noteUnread = async (store: Store, runId: string, unread: readonly UnreadProject[]): Promise<void> => {
  if (unread.length === 0) return;
  const fresh = { ...none, unread: new Map(unread.map((failure) => [failure.project, failure])) };
  await updateObject<RunReadings>(store, keys.readings(runId, planned), (stored) => merged(stored, fresh));
};

/** When the projects that the run reads a second time were read before, by name; undefined while it reads none. */
export const readBeforeAgain = async (store: Store, runId: string): Promise<RunReadings['again']> =>
  (await readIfWhole<RunReadings>(store, keys.readings(runId, planned)))?.again;

/** Notes that the run reads projects a second time. */
export const noteReadAgain = (store: Store, runId: string, at: NonNullable<RunReadings['again']>): Promise<void> =>
  updateObject<RunReadings>(store, keys.readings(runId, planned), (stored) => ({ ...merged(stored, none), again: at }));

/**
 * Reads the readings of a run. A damaged object counts as missing: its projects are unread, or as old as their records.
 * @throws StoreUnavailable
 */
export const readReadings = async (store: Store, runId: string): Promise<ReadingsOfRun> => {
  const listed = (await store.list(keys.allReadings(runId))).toSorted(byText);
  const objects = await inBatches(listed, (key) => readObject<RunReadings>(store, key));
  const confirmations = new Map<string, Confirmation>();
  const unread = new Map<string, UnreadProject>();
  for (const object of objects.filter((read) => read !== undefined)) {
    for (const [project, reading] of Object.entries(object.readings))
      confirmations.set(project, younger(confirmations.get(project), reading));
    for (const failure of object.unread) unread.set(failure.project, failure);
  }
  return { confirmations, unread };
};

/** The readings of one batch of a survey. What it notes is stored by `store`, and whenever it is much. */
export interface Batch extends ReadingsOfRun {
  readonly confirm: (project: string, confirmation: Confirmation) => Promise<void>;
  readonly noteUnread: (unread: UnreadProject) => Promise<void>;
  readonly store: () => Promise<void>;
}

/**
 * Opens the readings of a batch, with what an earlier attempt has stored.
 * @param batch the same name for each attempt
 */
export const openBatch = async (store: Store, runId: string, batch: string): Promise<Batch> => {
  const key = keys.readings(runId, batch);
  const { readings, unread: failed } = merged(await readIfWhole<RunReadings>(store, key), none);
  const confirmations = new Map(Object.entries(readings));
  const unread = new Map(failed.map((failure) => [failure.project, failure]));
  let fresh = { confirmations: new Map<string, Confirmation>(), unread: new Map<string, UnreadProject>() };
  const flush = async () => {
    if (fresh.confirmations.size + fresh.unread.size === 0) return;
    const noted = fresh;
    fresh = { confirmations: new Map(), unread: new Map() };
    await updateObject<RunReadings>(store, key, (stored) => merged(stored, noted));
  };
  const flushIfMany = async () => {
    if (fresh.confirmations.size + fresh.unread.size >= timesTogether) await flush();
  };
  return {
    confirmations,
    unread,
    confirm: async (project, confirmation) => {
      confirmations.set(project, confirmation);
      fresh.confirmations.set(project, confirmation);
      await flushIfMany();
    },
    noteUnread: async (failure) => {
      unread.set(failure.project, failure);
      fresh.unread.set(failure.project, failure);
      await flushIfMany();
    },
    store: flush,
  };
};
