import { BusUnavailable } from '../../contract/errors.ts';
import { withTimes } from '../../core/inventory/confirmed.ts';
import type { Service } from '../../core/model/model.ts';
import { isNews, notPublished, type PublishedServices } from '../../core/new-services/published.ts';
import type { PlatformPorts, Ports, Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readObject, updateObject } from '../store/objects.ts';
import { readRun } from '../store/run.ts';
import type { InventoryIndex, InventoryRecord, SurveyObject } from '../store/run-objects.ts';

export type PublishPorts = Pick<Ports, 'platform' | 'store' | 'clock' | 'bus'>;

/** The run that reads, as far as publishing depends on it. */
interface ReadingRun {
  readonly runId: string;
  /** Whether it serves events: then it plans all services of the project itself, within minutes. */
  readonly isForEvents: boolean;
}

/** Whether the organization, or this project of it, has waited for its first reading since the beginning. */
const isFirstReading = async ({ store, platform }: PlatformPorts, project: string): Promise<boolean> => {
  const index = await readObject<InventoryIndex>(store, keys.inventoryIndex);
  return index?.organization !== platform.organization || (index.neverRead?.includes(project) ?? false);
};

/** What counts as published before a reading; undefined if the project has no reading yet. */
export const publishedIn = (record: InventoryRecord | undefined): PublishedServices | undefined => {
  if (record === undefined) return undefined;
  return { names: record.announced, seenAt: record.seenAt ?? null };
};

/** The names of the services that are published. */
const usableIn = (services: readonly Service[]): readonly string[] =>
  services.filter(({ unusable }) => unusable === undefined).map(({ name }) => name);

/** @returns whether the bus took the events: a bus that is down stops no reading */
const publish = async ({ bus }: PublishPorts, project: string, services: readonly string[]): Promise<boolean> => {
  try {
    await bus.publish(services.map((service) => ({ type: 'ServiceCreated', detail: { project, service } })));
    return true;
  } catch (error) {
    if (error instanceof BusUnavailable) return false;
    throw error;
  }
};

/**
 * Publishes `ServiceCreated` for each service of a reading that the inventory did not know (scale §1). It is called before
 * the reading is stored, so that an event may be published twice but is never lost. The first reading of an organization is
 * no news, and a run for events serves what it finds. A run that writes nothing, or finds the bus down, leaves the news to
 * the next pass.
 * @returns names of services that count as published from now on
 * @throws StoreUnavailable
 */
export const publishNew = async (
  ports: PublishPorts,
  { runId, isForEvents }: ReadingRun,
  project: string,
  { services }: SurveyObject,
  before: PublishedServices | undefined,
): Promise<readonly string[]> => {
  const present = usableIn(services);
  const news = notPublished(present, before ?? { names: [] });
  if (news.length === 0 || isForEvents) return present;
  if (before === undefined && (await isFirstReading(ports, project))) return present;
  const { readOnly } = await readRun(ports.store, runId);
  const isPublished = !readOnly && (await publish(ports, project, news));
  return isPublished ? present : (before?.names ?? []);
};

/** A new service in the platform's log. */
export interface Creation {
  readonly project: string;
  readonly service: string;
  /** ISO 8601, UTC, by the platform's own clock. */
  readonly time: string;
}

/** Creations of one project that no survey has published. */
export const unpublished = async (
  { store, platform }: PlatformPorts,
  project: string,
  creations: readonly Creation[],
): Promise<readonly Creation[]> => {
  if (creations.length === 0) return [];
  const record = await readObject<InventoryRecord>(store, keys.reading(project));
  if (record?.organization !== platform.organization) return creations;
  const index = await readObject<InventoryIndex>(store, keys.inventoryIndex);
  const entry = index?.organization === platform.organization ? index.projects[project] : undefined;
  const published = publishedIn(withTimes(record, entry));
  return creations.filter((creation) => isNews(creation, published));
};

/** Notes that services of a project were published; a project without a reading has no record. */
export const notePublished = (store: Store, project: string, services: readonly string[]): Promise<void> =>
  updateObject<InventoryRecord>(store, keys.reading(project), (record) => {
    const { names } = publishedIn(record) ?? { names: services };
    const added = services.filter((name) => !names.includes(name));
    return record === undefined || added.length === 0 ? undefined : { ...record, announced: [...names, ...added] };
  });
