import {
  PlatformError,
  PlatformThrottled,
  PlatformUnauthorized,
  StoreConflict,
  StoreUnavailable,
} from '../../contract/errors.ts';
import { dayOf } from '../../core/forecast/project-history.ts';
import type { IndexEntry } from '../../core/inventory/due.ts';
import { withOldParts } from '../../core/inventory/odd-records.ts';
import type { DiskAlert, ProjectFacts, Snapshot } from '../../core/model/model.ts';
import type { Clock, Platform } from '../../ports.ts';
import { noteSizes } from '../store/histories.ts';
import { keys } from '../store/keys.ts';
import { askByName } from './ask-by-name.ts';
import { type PublishPorts, publishNew } from './publish-new.ts';
import { readProject } from './read-project.ts';
import { type Before, beforeReading, recordReading, recordTrouble } from './record.ts';
import type { Batch } from './run-readings.ts';

/** What a reading of a project found. */
interface Read extends Pick<Snapshot, 'services' | 'endpoints'> {
  /** Undefined if the platform did not list them. */
  readonly alerts: readonly DiskAlert[] | undefined;
  /** The day (since 1970, UTC). */
  readonly historyDay: number;
  readonly seenAt: string | null;
}

/**
 * The active alerts about full disks of a project, as `list` asks for them.
 * @returns undefined if the platform does not list them, for example because the token lacks the permission: decisions need
 * none of them, so the reading counts all the same, and its disks count as unknown
 * @throws PlatformUnauthorized, PlatformThrottled
 */
const ifListed = async <T>(list: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await list();
  } catch (error) {
    const endsReading = error instanceof PlatformUnauthorized || error instanceof PlatformThrottled;
    if (endsReading || !(error instanceof PlatformError)) throw error;
    return undefined;
  }
};

interface AskPorts {
  readonly platform: Platform;
  readonly clock: Clock;
}

/**
 * Reads a project, with two calls for its lists and one for the alerts about its disks, whatever the number of services; without
 * disks there are no alerts to ask for.
 * @throws platform errors
 */
const askProject = async ({ platform, clock }: AskPorts, { name }: ProjectFacts): Promise<Read> => {
  const lists = await readProject(platform, name);
  const isDiskless = lists.services.every(({ diskMb }) => diskMb === 0);
  const alerts = isDiskless ? [] : await ifListed(() => platform.listDiskAlerts(name));
  return { ...lists, alerts, historyDay: dayOf(clock.now()), seenAt: platform.lastAnswerAt() };
};

/** What a survey of one project came to. */
export interface Surveyed {
  readonly services: number;
  readonly endpoints: number;
  readonly unread: number;
}

export const nothing: Surveyed = { services: 0, endpoints: 0, unread: 0 };

/** Notes why there is no reading of a project. */
export const noteUnread = async (
  ports: PublishPorts,
  { runId, batch }: OfRun,
  project: string,
  failure: { readonly error: string; readonly message: string },
): Promise<Surveyed> => {
  await batch.noteUnread({ project, ...failure });
  await recordTrouble(ports, runId, project, failure);
  return { ...nothing, unread: 1 };
};

/** Readings of a project that other runs read or change at the same moments. */
const mostTries = 3;

/** The run of a survey. */
export interface OfRun {
  readonly runId: string;
  readonly isForEvents: boolean;
  /** ISO 8601, UTC; undefined if the run has no record. */
  readonly startedAt: string | undefined;
  /** Whether the index gets the times of its readings; a run that only looks leaves the index alone. */
  readonly isIndexed: boolean;
  readonly batch: Batch;
  /** The index as the batch begins. */
  readonly indexed: ReadonlyMap<string, IndexEntry>;
}

const countsOf = ({ services, endpoints }: Read): Surveyed => ({
  services: services.length,
  endpoints: endpoints.length,
  unread: 0,
});

/**
 * Stores a reading and the sizes of the day.
 * @throws ListIncomplete if the platform has what its lists omit
 * @throws StoreConflict if another run has read the project meanwhile, or begins to change it: this reading may be older
 */
const storeReading = async (
  ports: PublishPorts,
  run: OfRun,
  project: ProjectFacts,
  answered: Read,
  before: Before,
): Promise<Surveyed> => {
  const { runId, batch, isIndexed } = run;
  const { name } = project;
  const services = withOldParts(before.earlier?.services, answered.services);
  const endpoints = await askByName(ports, name, before.earlier, { services, endpoints: answered.endpoints });
  const read = { ...answered, services, endpoints };
  const { historyDay } = read;
  if (!before.isInHistory(historyDay)) await noteSizes(ports, name, services);
  const names = await publishNew(ports, run, name, read, before.announced);
  const confirmation = await recordReading(ports, runId, project, { ...read, names }, before, isIndexed);
  if (confirmation !== undefined) await batch.confirm(name, confirmation);
  return countsOf(read);
};

/** Reads a project, unless an attempt before this one or a concurrent pass did. */
const readUnlessRead = async (ports: PublishPorts, run: OfRun, project: ProjectFacts): Promise<Surveyed> => {
  const { runId, startedAt, batch, indexed } = run;
  const { name } = project;
  const before = await beforeReading(ports, name, indexed.get(name));
  // Another pass beside this one has read the project since this one began: the plan uses that reading.
  const isRead =
    before.isReadBy(runId, batch.confirmations.get(name)) || (startedAt !== undefined && before.isReadAfter(startedAt));
  return isRead ? nothing : storeReading(ports, run, project, await askProject(ports, project), before);
};

/** Reads a project and stores the reading. @throws ListIncomplete, platform errors */
export const readAndRecord = async (ports: PublishPorts, run: OfRun, project: ProjectFacts): Promise<Surveyed> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    try {
      return await readUnlessRead(ports, run, project);
    } catch (error) {
      if (!(error instanceof StoreConflict)) throw error;
    }
  }
  throw new StoreUnavailable(`the store rejects every change of ${keys.reading(project.name)}`);
};
