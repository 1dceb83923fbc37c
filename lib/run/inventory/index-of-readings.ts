import { StoreDamaged } from '../../contract/errors.ts';
import type { PooledBands } from '../../core/forecast/forecasts.ts';
import { isAbout, isNewer } from '../../core/inventory/confirmed.ts';
import { type IndexEntry, seenBy } from '../../core/inventory/due.ts';
import { isOverdue, oldestOf, type ReadingTime } from '../../core/inventory/readings.ts';
import { dayMs, isoInstant } from '../../core/model/durations.ts';
import type { RememberedProject, Snapshot, UnreadProject } from '../../core/model/model.ts';
import { oncePerObject } from '../../core/model/remembering.ts';
import { type DayGrowth, noGrowth } from '../../core/plan/waits/waits.ts';
import type { Store, StorePorts } from '../../ports.ts';
import { inBatches } from '../store/in-batches.ts';
import { keys } from '../store/keys.ts';
import { readObject, updateObject } from '../store/objects.ts';
import type { InventoryIndex, RunObject } from '../store/run-objects.ts';
import { sha256 } from '../store/sha256.ts';
import { lastReading, readRecord } from './record.ts';
import { readReadings } from './run-readings.ts';

export interface IndexedReadings
  extends Partial<
    Pick<
      InventoryIndex,
      | ('policy' | 'promisedMinutes' | 'newServiceMinutes' | 'bands' | 'unlisted' | 'enforcedSince')
      | ('managed' | 'lately')
    >
  > {
  /** When each project of the organization was last read; empty before the first plan. */
  readonly indexed: ReadonlyMap<string, IndexEntry>;
}

/** An index that was read before has the same readings; nothing changes what is read of an object. */
const readingsOf = oncePerObject(
  ({ projects }: InventoryIndex): ReadonlyMap<string, IndexEntry> => new Map(Object.entries(projects)),
);

const entriesIn = (index: InventoryIndex | undefined, organization: string): ReadonlyMap<string, IndexEntry> =>
  index?.organization === organization ? readingsOf(index) : new Map();

/** The readings of the organization. */
export const readIndex = async (store: Store, organization: string): Promise<IndexedReadings> => {
  const index = await readObject<InventoryIndex>(store, keys.inventoryIndex);
  const indexed = entriesIn(index, organization);
  return index?.organization === organization ? { ...index, indexed } : { indexed };
};

/**
 * The bands of the last plan of the whole organization, with which its parts are forecast too: so a service has the same forecast
 * in every command. Undefined before the first such plan.
 */
export const lastBands = async (store: Store): Promise<PooledBands | undefined> => {
  const bands = (await readObject<InventoryIndex>(store, keys.inventoryIndex))?.bands;
  return bands && new Map(Object.entries(bands));
};

interface IndexUpdate {
  readonly organization: string;
  readonly run: Pick<
    RunObject,
    'runId' | 'listed' | 'unlisted' | 'startedAt' | 'promisedMinutes' | 'newServiceMinutes' | 'policy'
  >;
  /** Time of the note, ISO 8601, UTC: a reading after it comes from a clock that was ahead. */
  readonly now: string;
  /** Projects for which the run planned changes. */
  readonly snapshots: readonly Snapshot[];
  /** The others of which it used the last reading. */
  readonly remembered?: readonly RememberedProject[];
  readonly unread: readonly UnreadProject[];
  /** Projects that the next pass should read early; absent while there is no whole plan, which leaves their urgency. */
  readonly urgent?: ReadonlySet<string>;
  /** What the plan changes that counts over 24 hours; absent while there is no plan. */
  readonly spent?: DayGrowth & { readonly managed: number | undefined };
  /** Pooled over the whole organization; absent if the plan was of a part of it, or needed no forecasts. */
  readonly bands?: PooledBands;
}

/** No attempt failed: the pass had no calls left, or the project was outside the run. */
export const notReadYet = 'NotReadYet';

/** What runs changed within 24 hours, with this one; a repeated task counts once. */
const latelyWith = (
  own: InventoryIndex | undefined,
  { run: { runId }, now, spent }: IndexUpdate,
): Pick<InventoryIndex, 'managed' | 'lately'> => {
  const isSpent = spent !== undefined && spent.growth + spent.saved > 0;
  const since = isoInstant(Date.parse(now) - dayMs);
  const runs = Object.entries(own?.lately ?? {}).filter(([id, { at }]) => id !== runId && at > since);
  const { growth, saved } = spent ?? noGrowth;
  const lately = isSpent ? [...runs, [runId, { at: now, growth, saved }] as const] : runs;
  const managed = spent?.managed ?? own?.managed;
  return {
    ...(managed !== undefined && { managed }),
    ...(lately.length > 0 && { lately: Object.fromEntries(lately) }),
  };
};

/** What the index says of the 24 hours before a moment. */
export const latelyIn = ({ managed = 0, lately = {} }: Pick<InventoryIndex, 'managed' | 'lately'>, now: string) => {
  const since = isoInstant(Date.parse(now) - dayMs);
  const runs = Object.values(lately).filter(({ at }) => at > since);
  const sum = (member: keyof DayGrowth) => runs.reduce((total, run) => total + run[member], 0);
  return { managed, growth: sum('growth'), saved: sum('saved') };
};

/** The index with the readings of an update: of each project the newest one counts, whichever run notes it first. */
const updated = (index: InventoryIndex | undefined, update: IndexUpdate): InventoryIndex => {
  const { organization, run, now, snapshots, remembered = [], unread, urgent, bands } = update;
  const own = index?.organization === organization ? index : undefined;
  const before = entriesIn(index, organization);
  const failed = new Map(unread.flatMap(({ project, error }) => (error === notReadYet ? [] : [[project, error]])));
  const after = new Map(before);
  const note = ({ project, readAt, seenAt, recordedAt = readAt }: Snapshot, isUrgent: boolean | undefined) => {
    const last = before.get(project);
    if (readAt === undefined || !isNewer({ readAt, recordedAt }, last, (at) => seenBy(now, at))) return;
    const trouble = failed.get(project) ?? (last?.readAt === readAt ? last.trouble : undefined);
    const isEarly = isUrgent ?? last?.isUrgent === true;
    const times = recordedAt === readAt ? { readAt } : { readAt, ...(seenAt && { seenAt }), recordedAt };
    after.set(project, { ...times, ...(isEarly && { isUrgent: true }), ...(trouble && { trouble }) });
  };
  for (const snapshot of snapshots) note(snapshot, urgent?.has(snapshot.project));
  // The plan has no opinion on them, so their urgency stays.
  for (const reading of remembered) note(reading, undefined);
  const listed = run.listed.flatMap((project) => {
    const earlier = after.get(project);
    return earlier === undefined ? [] : [[project, earlier] as const];
  });
  const neverRead = run.listed.filter((name) => !after.has(name));
  return {
    organization,
    projects: Object.fromEntries(listed),
    ...(neverRead.length > 0 && { neverRead }),
    ...(run.unlisted && { unlisted: run.unlisted }),
    promisedMinutes: run.promisedMinutes,
    newServiceMinutes: run.newServiceMinutes,
    policy: sha256(run.policy),
    enforcedSince: own?.enforcedSince,
    ...latelyWith(own, update),
    bands: bands === undefined ? own?.bands : Object.fromEntries(bands),
  };
};

/**
 * Notes the readings that a plan was made from, or will be; projects that are no longer listed leave the index. A run that
 * listed no projects, as under stop, knows nothing new.
 * @returns whether the oldest one was past twice the promised age when the run began
 * @throws StoreUnavailable
 */
export const noteReadings = async (store: Store, update: IndexUpdate): Promise<boolean> => {
  const { listed, startedAt, promisedMinutes = null } = update.run;
  if (listed.length === 0) return false;
  let ages: readonly ReadingTime[] = [];
  await updateObject<InventoryIndex>(store, keys.inventoryIndex, (index) => {
    const after = updated(index, update);
    ages = Object.entries(after.projects).map(([project, { readAt }]) => ({ project, readAt }));
    return after;
  });
  const oldest = oldestOf(ages);
  return oldest !== undefined && isOverdue(Date.parse(startedAt) - Date.parse(oldest.readAt), promisedMinutes);
};

/** A damaged record has no time, and the next pass reads its project again. */
const ifDamaged = (error: unknown): undefined => {
  if (!(error instanceof StoreDamaged)) throw error;
};

/**
 * Records the readings of a run that cannot plan yet, so that the next pass begins with the other projects.
 * @throws StoreUnavailable
 */
export const noteReadTimes = async (
  { store, clock }: StorePorts,
  organization: string,
  run: RunObject,
): Promise<void> => {
  const remembered: RememberedProject[] = [];
  const { indexed } = await readIndex(store, organization);
  const { confirmations } = await readReadings(store, run.runId);
  await inBatches(run.projects, async ({ name }) => {
    const record = await readRecord(store, organization, name).catch(ifDamaged);
    const own = confirmations.get(name);
    if (record === undefined) return;
    remembered.push(lastReading(name, record, isAbout(own, record) ? own : indexed.get(name)));
  });
  const now = isoInstant(clock.now());
  await noteReadings(store, { organization, run, now, snapshots: [], remembered, unread: [] });
};
