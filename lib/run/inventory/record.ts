import { StoreConflict, StoreDamaged } from '../../contract/errors.ts';
import { type Change, gbOf, isDiskChange } from '../../core/change/change.ts';
import { type Confirmation, isAbout, type ReadingTimes, withTimes } from '../../core/inventory/confirmed.ts';
import { contentsText, isNoted } from '../../core/inventory/contents.ts';
import { hourMs, isoInstant } from '../../core/model/durations.ts';
import type { ProjectFacts, RememberedProject } from '../../core/model/model.ts';
import type { PublishedServices } from '../../core/new-services/published.ts';
import type { PlatformPorts, Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { type OpenRecord, openRecord, readIfWhole, updateObject } from '../store/objects.ts';
import type { InventoryRecord } from '../store/run-objects.ts';
import { mayStillWrite } from './lease-holder.ts';
import { publishedIn } from './publish-new.ts';
import { type Mark, type NewReading, recordOf } from './reading-contents.ts';

/**
 * The reading in a record, or undefined if there is none of this organization.
 * @throws StoreDamaged
 */
export const readingIn = async (opened: OpenRecord, organization: string): Promise<InventoryRecord | undefined> => {
  const record = await opened<InventoryRecord>('reading');
  return record?.organization === organization ? record : undefined;
};

/** The last reading of a project, or undefined if there is none of this organization. @throws StoreDamaged */
export const readRecord = async (
  store: Store,
  organization: string,
  project: string,
): Promise<InventoryRecord | undefined> => readingIn(await openRecord(store, project), organization);

type RecordPorts = Pick<PlatformPorts, 'store' | 'clock'> & {
  readonly platform: Pick<PlatformPorts['platform'], 'organization'>;
};

/** The last reading before another one begins. */
export interface Before {
  /** ISO 8601, UTC: the reading begins now, and shows for certain nothing that changes later. */
  readonly at: string;
  /** The mark of a run that may still write: the new reading may already be older than its next write. */
  readonly mark: Mark;
  /** The reading as it is stored, of whatever organization. */
  readonly stored: InventoryRecord | undefined;
  /**
   * Whether a run has read the project already, and no other run changes it since.
   * @param confirmation by a reading of the run
   */
  readonly isReadBy: (runId: string, confirmation: Confirmation | undefined) => boolean;
  /** Whether a run has read the project after a moment (ISO 8601, UTC) and within the last hour, and no run changes it since. */
  readonly isReadAfter: (moment: string) => boolean;
  /** Whether the project's history has the sizes of a day (since 1970, UTC), and no list was unexpectedly empty. */
  readonly isInHistory: (day: number) => boolean;
  /** The record of this organization before. */
  readonly earlier: InventoryRecord | undefined;
  /** Services that count as published; undefined if the organization has no reading of the project. */
  readonly announced: PublishedServices | undefined;
}

/** A time in the future comes from a wrong clock, and proves nothing. */
const isWithinHour = (time: string, nowMs: number): boolean => {
  const ageMs = nowMs - Date.parse(time);
  return ageMs >= 0 && ageMs < hourMs;
};

/** Whether a reading of a time is after a moment, and within the last hour. */
const isRecent = (readAt: string, moment: string, nowMs: number): boolean =>
  readAt > moment && isWithinHour(readAt, nowMs);

/**
 * Looks at the record of a project before the project is read.
 * @param indexed what the index says of the project
 */
export const beforeReading = async (ports: RecordPorts, project: string, indexed?: ReadingTimes): Promise<Before> => {
  const value = await readIfWhole<InventoryRecord>(ports.store, keys.reading(project));
  const { changedBy, granted } = value ?? {};
  const isOurs = value?.organization === ports.platform.organization;
  const isChanging = isOurs && changedBy !== undefined && (await mayStillWrite(ports.store, changedBy));
  return {
    at: isoInstant(ports.clock.now()),
    mark: isChanging ? { changedBy, granted } : {},
    stored: value,
    isReadBy: (runId, confirmation) =>
      value !== undefined &&
      (value.runId === runId || (isOurs && isAbout(confirmation, value))) &&
      (changedBy ?? runId) === runId,
    isReadAfter: (moment) => {
      if (!isOurs || changedBy !== undefined) return false;
      const { readAt } = withTimes(value, indexed);
      return isRecent(readAt, moment, ports.clock.now());
    },
    isInHistory: (day) => isOurs && value.historyDay === day,
    earlier: isOurs ? value : undefined,
    announced: publishedIn(isOurs ? value : undefined),
  };
};

/** Whether a later reading may leave a record as it is: it found the same, and no run has noted anything in the record. */
const hasSameContents = (record: InventoryRecord, later: InventoryRecord): boolean =>
  record.readAt <= later.readAt && !isNoted(record) && contentsText(record) === contentsText(later);

/**
 * Stores a reading of a project, unless its record has the same contents.
 * @param isKept whether a record with the same contents may stay, because the run stores the time of the reading elsewhere
 * @returns the confirmation of a record that stays; undefined if the reading is the new record
 * @throws StoreConflict if the record has changed since `beforeReading`: a run may have noted that it changes the project
 */
export const recordReading = async (
  { store, platform }: Omit<RecordPorts, 'clock'>,
  runId: string,
  project: ProjectFacts,
  reading: NewReading,
  before: Pick<Before, 'at' | 'mark' | 'stored' | 'earlier'>,
  isKept: boolean,
): Promise<Confirmation | undefined> => {
  const { name } = project;
  const { earlier, stored } = before;
  const record = recordOf({ organization: platform.organization, runId }, project, reading, before);
  if (isKept && earlier !== undefined && hasSameContents(earlier, record)) {
    const { readAt, seenAt } = record;
    return { readAt, ...(seenAt && { seenAt }), recordedAt: earlier.readAt };
  }
  const key = keys.reading(name);
  const unlessChanged = (now: InventoryRecord | undefined) => {
    if (!isSame(now, stored)) throw new StoreConflict(`${key} has changed`);
    return record;
  };
  await updateObject(store, key, unlessChanged, true);
};

/** Whether the stored reading has not changed since it was read. */
const isSame = (now: InventoryRecord | undefined, before: InventoryRecord | undefined): boolean =>
  now === before || JSON.stringify(now) === JSON.stringify(before);

/**
 * Adds the failure of an attempt to the last reading; a project without a reading has no record. The next look goes to the
 * history again, which may remember an empty list.
 */
export const recordTrouble = (
  { store, clock, platform }: RecordPorts,
  runId: string,
  project: string,
  failure: { readonly error: string; readonly message: string },
): Promise<void> =>
  updateObject<InventoryRecord>(store, keys.reading(project), (record) =>
    record?.organization === platform.organization
      ? { ...record, historyDay: undefined, trouble: { runId, at: isoInstant(clock.now()), ...failure } }
      : undefined,
  );

/**
 * Notes, before a run writes anything in a project, that the run changes it, and the maximums that it grants there. No other
 * run plans from this reading any more, and until the next one the services count in budgets with no less than they may
 * have.
 * @throws StoreDamaged if the record that the plan was made from is gone or damaged
 */
export const noteChanging = async (
  store: Store,
  runId: string,
  project: string,
  changes: readonly Change[],
): Promise<void> => {
  const key = keys.reading(project);
  let isNoted = false;
  await updateObject<InventoryRecord>(store, key, (record) => {
    isNoted = record !== undefined;
    if (record === undefined) return undefined;
    const most = new Map(record.granted?.map(({ service, gb }) => [service, gb]));
    for (const change of changes) {
      const { phase, service } = change;
      if (phase !== 'grant' || service === null || !isDiskChange(change)) continue;
      most.set(service, Math.max(most.get(service) ?? 0, gbOf(change).toGb));
    }
    const granted = [...most].map(([service, gb]) => ({ service, gb }));
    return { ...record, changedBy: runId, ...(granted.length > 0 && { granted }) };
  });
  if (!isNoted) throw new StoreDamaged(`${key} in the store cannot be read. The next pass reads the project again.`);
};

/**
 * The state of a project in its last reading.
 * @param confirmation of the record by a later reading, from the index or from the run that reads; undefined if there is none
 */
export const lastReading = (
  project: string,
  record: InventoryRecord,
  confirmation: ReadingTimes | undefined,
): RememberedProject & Pick<InventoryRecord, 'readAt'> => {
  const { tags, services, endpoints, alerts, lastAlerts, granted, appeared } = record;
  const { readAt, seenAt, recordedAt } = withTimes(record, confirmation);
  return {
    project,
    tags,
    services,
    endpoints,
    alerts,
    readAt,
    seenAt,
    recordedAt,
    granted,
    ...(lastAlerts && { lastAlerts }),
    ...(appeared && { appeared }),
  };
};
