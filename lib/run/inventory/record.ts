import { StoreConflict, StoreUnavailable } from '../../contract/errors.ts';
import { type Change, gbOf, isDiskChange } from '../../core/change/change.ts';
import { isoInstant } from '../../core/model/durations.ts';
import type { ProjectFacts, RememberedProject } from '../../core/model/model.ts';
import type { PlatformPorts, Store } from '../../ports.ts';
import { contentOf, objectText } from '../store/content.ts';
import { keys } from '../store/keys.ts';
import { needObject, readObject } from '../store/objects.ts';
import { jsonAt } from '../store/records.ts';
import type { InventoryRecord, RunObject, SurveyObject } from '../store/run-objects.ts';

/** The last reading of a project, or undefined if there is none of this organization. @throws StoreDamaged */
export const readRecord = async (
  store: Store,
  organization: string,
  project: string,
): Promise<InventoryRecord | undefined> => {
  const record = await readObject<InventoryRecord>(store, keys.inventory(project));
  return record?.organization === organization ? record : undefined;
};

type RecordPorts = Pick<PlatformPorts, 'store' | 'clock'> & {
  readonly platform: Pick<PlatformPorts['platform'], 'organization'>;
};

/** The new record for the present one, which is undefined when there is none or it is damaged; undefined to leave it. */
type Edit = (before: InventoryRecord | undefined) => Promise<InventoryRecord | undefined>;

/** @returns whether nothing else changed the record in between */
const tryEdit = async (store: Store, key: string, edit: Edit): Promise<boolean> => {
  const stored = await store.get(key);
  const content = stored && contentOf<InventoryRecord>(key, stored.body);
  const after = await edit(content && 'value' in content ? content.value : undefined);
  if (after === undefined) return true;
  const condition = stored === undefined ? { ifAbsent: true as const } : { ifVersion: stored.version };
  try {
    await store.put(key, objectText(jsonAt(key, after)), condition);
    return true;
  } catch (error) {
    if (error instanceof StoreConflict) return false;
    throw error;
  }
};

/** Attempts to change a record while others change it too. */
const mostTries = 3;

/**
 * Replaces a record, so that two writers at the same moment lose nothing of each other.
 * @throws StoreUnavailable if the store rejects every change
 */
const editRecord = async (store: Store, project: string, edit: Edit): Promise<void> => {
  const key = keys.inventory(project);
  for (let tries = 0; tries < mostTries; tries += 1) {
    if (await tryEdit(store, key, edit)) return;
  }
  throw new StoreUnavailable(`the store rejects every change of ${key}`);
};

/**
 * Stores a reading of a project. The reading of a run that may write replaces granted maximums, because the run that granted
 * them is over. A run that only reads has no lease: its reading may be older than the writes of another run, so the granted
 * maximums stay. A late copy of a survey whose run has planned already changes nothing.
 */
export const recordReading = async (
  { store, clock, platform }: RecordPorts,
  runId: string,
  { name, tags }: ProjectFacts,
  seen: SurveyObject,
): Promise<void> => {
  const { organization } = platform;
  const { services, endpoints } = seen;
  const record: InventoryRecord = { organization, runId, readAt: isoInstant(clock.now()), tags, services, endpoints };
  await editRecord(store, name, async (before) => {
    if (before?.organization !== organization || before.granted === undefined) return record;
    if (before.runId === runId) return undefined;
    const { readOnly } = await needObject<RunObject>(store, keys.run(runId));
    return readOnly ? { ...record, granted: before.granted } : record;
  });
};

/** Adds the failure of an attempt to the last reading; a project without a reading has no record. */
export const recordTrouble = async (
  { store, clock, platform }: RecordPorts,
  runId: string,
  project: string,
  failure: { readonly error: string; readonly message: string },
): Promise<void> => {
  const trouble = { runId, at: isoInstant(clock.now()), ...failure };
  await editRecord(store, project, async (before) =>
    before?.organization === platform.organization ? { ...before, trouble } : undefined,
  );
};

/**
 * Adds the maximums that a run is about to grant, before it changes anything in the project. Until the next reading the
 * services then count in budgets with no less than they may have. A run that grants nothing adds an empty list: what it
 * changes must be read again too.
 */
export const recordGrants = (store: Store, project: string, changes: readonly Change[]): Promise<void> =>
  editRecord(store, project, async (before) => {
    if (before === undefined) return undefined;
    const most = new Map(before.granted?.map(({ service, gb }) => [service, gb]));
    for (const change of changes) {
      const { service, phase } = change;
      if (service === null || phase !== 'grant' || !isDiskChange(change)) continue;
      most.set(service, Math.max(most.get(service) ?? 0, gbOf(change).toGb));
    }
    return { ...before, granted: [...most].map(([service, gb]) => ({ service, gb })) };
  });

/** The state of a project in its last reading. */
export const lastReading = (
  project: string,
  { tags, services, endpoints, readAt, granted }: InventoryRecord,
): RememberedProject => ({ project, tags, services, endpoints, readAt, granted });
