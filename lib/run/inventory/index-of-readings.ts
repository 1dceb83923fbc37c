import type { PooledBands } from '../../core/forecast/forecasts.ts';
import type { Known } from '../../core/inventory/due.ts';
import { isOverdue, oldestOf } from '../../core/inventory/readings.ts';
import type { RememberedProject, Snapshot, UnreadProject } from '../../core/model/model.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readObject, writeObject } from '../store/objects.ts';
import type { InventoryIndex, RunObject } from '../store/run-objects.ts';
import { sha256 } from '../store/sha256.ts';

export interface KnownReadings extends Pick<InventoryIndex, 'promisedMinutes' | 'newServiceMinutes' | 'bands'> {
  /** When each project of the organization was last read; empty before the first plan. */
  readonly known: ReadonlyMap<string, Known>;
}

/** The readings of the organization. */
export const readIndex = async (store: Store, organization: string): Promise<KnownReadings> => {
  const index = await readObject<InventoryIndex>(store, keys.inventoryIndex);
  if (index?.organization !== organization) return { known: new Map() };
  const { projects, promisedMinutes, newServiceMinutes, bands } = index;
  return { known: new Map(Object.entries(projects)), promisedMinutes, newServiceMinutes, bands };
};

/** SHA-256 of the policy document of the last plan; undefined before the first. */
export const lastPolicy = async (store: Store, organization: string): Promise<string | undefined> => {
  const index = await readObject<InventoryIndex>(store, keys.inventoryIndex);
  return index?.organization === organization ? index.policy : undefined;
};

/**
 * The bands with which a part of the organization is forecast, so that a service has one forecast wherever it is looked at:
 * those of the last plan of the whole. Undefined before the first one.
 */
export const lastBands = async (store: Store): Promise<PooledBands | undefined> => {
  const bands = (await readObject<InventoryIndex>(store, keys.inventoryIndex))?.bands;
  return bands && new Map(Object.entries(bands));
};

export interface IndexUpdate {
  readonly organization: string;
  readonly run: Pick<RunObject, 'listed' | 'startedAt' | 'promisedMinutes' | 'newServiceMinutes' | 'policy'>;
  /** Projects for which the run planned changes. */
  readonly snapshots: readonly Snapshot[];
  /** The others of which it used the last reading. */
  readonly remembered?: readonly RememberedProject[];
  readonly unread: readonly UnreadProject[];
  /** Projects that the next pass should read early. */
  readonly urgent: ReadonlySet<string>;
  /** Pooled over the whole organization; absent if the plan was of a part of it, or needed no forecasts. */
  readonly bands?: PooledBands;
}

/** No attempt failed: the pass had no calls left, or the project was outside the run. */
export const notReadYet = 'NotReadYet';

/**
 * Notes the readings that a plan was made from; projects that are no longer listed leave the index. Only a run with the
 * lease does, because such runs never overlap. A run that listed no projects, as under stop, knows nothing new.
 * @returns whether the oldest reading is past twice the promised bound
 */
export const noteReadings = async (store: Store, update: IndexUpdate): Promise<boolean> => {
  const { organization, run, snapshots, remembered = [], unread, urgent } = update;
  if (run.listed.length === 0) return false;
  const { known: before, bands } = await readIndex(store, organization);
  const failed = new Map(unread.flatMap(({ project, error }) => (error === notReadYet ? [] : [[project, error]])));
  const after = new Map(before);
  const note = ({ project, readAt }: Snapshot, isUrgent: boolean) => {
    if (readAt === undefined) return;
    const last = before.get(project);
    const trouble = failed.get(project) ?? (last?.readAt === readAt ? last.trouble : undefined);
    after.set(project, { readAt, ...(isUrgent && { isUrgent }), ...(trouble && { trouble }) });
  };
  for (const snapshot of snapshots) note(snapshot, urgent.has(snapshot.project));
  // The plan has no opinion on them, so their urgency stays.
  for (const reading of remembered) note(reading, before.get(reading.project)?.isUrgent === true);
  const listed = run.listed.flatMap((project) => {
    const known = after.get(project);
    return known === undefined ? [] : [{ project, ...known }];
  });
  const neverRead = run.listed.filter((name) => !after.has(name));
  const index: InventoryIndex = {
    organization,
    projects: Object.fromEntries(listed.map(({ project, ...known }) => [project, known])),
    ...(neverRead.length > 0 && { neverRead }),
    promisedMinutes: run.promisedMinutes,
    newServiceMinutes: run.newServiceMinutes,
    policy: sha256(run.policy),
    bands: update.bands === undefined ? bands : Object.fromEntries(update.bands),
  };
  await writeObject(store, keys.inventoryIndex, index);
  const oldest = oldestOf(listed);
  if (oldest === undefined) return false;
  return isOverdue(Date.parse(run.startedAt) - Date.parse(oldest.readAt), run.promisedMinutes ?? null);
};
