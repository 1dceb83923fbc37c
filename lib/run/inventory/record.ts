import { type Change, gbOf, isDiskChange } from '../../core/change/change.ts';
import { isoInstant } from '../../core/model/durations.ts';
import type { ProjectFacts, RememberedProject } from '../../core/model/model.ts';
import type { PlatformPorts, Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole, readObject, writeObject } from '../store/objects.ts';
import type { InventoryRecord, SurveyObject } from '../store/run-objects.ts';

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

/** Stores a reading of a project. */
export const recordReading = async (
  { store, clock, platform }: RecordPorts,
  runId: string,
  { name, tags }: ProjectFacts,
  seen: SurveyObject,
): Promise<void> => {
  const { organization } = platform;
  const { services, endpoints } = seen;
  const record = { organization, runId, readAt: isoInstant(clock.now()), tags, services, endpoints };
  await writeObject(store, keys.inventory(name), record satisfies InventoryRecord);
};

/** Adds the failure of an attempt to the last reading; a project without a reading has no record. */
export const recordTrouble = async (
  { store, clock, platform }: RecordPorts,
  runId: string,
  project: string,
  failure: { readonly error: string; readonly message: string },
): Promise<void> => {
  const record = await readIfWhole<InventoryRecord>(store, keys.inventory(project));
  if (record?.organization !== platform.organization) return;
  const trouble = { runId, at: isoInstant(clock.now()), ...failure };
  await writeObject(store, keys.inventory(project), { ...record, trouble } satisfies InventoryRecord);
};

/**
 * Adds the maximums that a run is about to grant, before it writes any. Until the next reading the services then count in
 * budgets with no less than they may have.
 */
export const recordGrants = async (store: Store, project: string, changes: readonly Change[]): Promise<void> => {
  const record = await readObject<InventoryRecord>(store, keys.inventory(project));
  if (record === undefined) return;
  const most = new Map(record.granted?.map(({ service, gb }) => [service, gb]));
  for (const change of changes) {
    const { service } = change;
    if (service === null || !isDiskChange(change)) continue;
    most.set(service, Math.max(most.get(service) ?? 0, gbOf(change).toGb));
  }
  if (most.size === 0) return;
  const granted = [...most].map(([service, gb]) => ({ service, gb }));
  await writeObject(store, keys.inventory(project), { ...record, granted } satisfies InventoryRecord);
};

/** The state of a project in its last reading. */
export const lastReading = (
  project: string,
  { tags, services, endpoints, readAt, granted }: InventoryRecord,
): RememberedProject => ({ project, tags, services, endpoints, readAt, granted });
