import { StoreConflict, StoreUnavailable } from '../../contract/errors.ts';
import { dayOf } from '../../core/forecast/project-history.ts';
import type { Known } from '../../core/inventory/due.ts';
import { withKnownParts } from '../../core/inventory/odd-records.ts';
import { isoInstant } from '../../core/model/durations.ts';
import type { ProjectFacts } from '../../core/model/model.ts';
import { keys } from '../store/keys.ts';
import { askByName } from './ask-by-name.ts';
import { askProject, type Read } from './ask-project.ts';
import { noteSizes } from './note-sizes.ts';
import { type PublishPorts, publishNew, usableIn } from './publish-new.ts';
import { confirmationBy, digestOf, isKnownAs, recordOf } from './reading-contents.ts';
import { type Before, beforeReading, isRecent, recordReading, recordTrouble } from './record.ts';
import type { Batch } from './run-readings.ts';

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
  readonly known: ReadonlyMap<string, Known>;
}

/**
 * Whether the index proves that a run need not read a project again: the run itself has read it, or a concurrent pass has, since
 * the run began.
 */
const isReadAlready = ({ startedAt, batch }: OfRun, project: string, known: Known, nowMs: number): boolean => {
  const own = batch.confirmations.get(project);
  if (own !== undefined && own.digest === known.digest && own.recordedAt === (known.recordedAt ?? known.readAt))
    return true;
  return startedAt !== undefined && isRecent(known.readAt, startedAt, nowMs);
};

/** What the index knows of a project whose contents it knows. */
type KnownContents = Known & Required<Pick<Known, 'digest'>>;

/**
 * What the index knows of a project whose record a reading of today may confirm without a look at it; undefined where the
 * record must be looked at, because it has to be written in any case, or a run has noted something in it.
 */
const confirmable = ({ known, isIndexed }: OfRun, project: string, nowMs: number): KnownContents | undefined => {
  const last = known.get(project);
  if (!isIndexed || last?.digest === undefined) return undefined;
  // A record of another day does not have the day of the history.
  return dayOf(Date.parse(last.readAt)) === dayOf(nowMs) ? { ...last, digest: last.digest } : undefined;
};

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
  const services = withKnownParts(before.earlier?.services, answered.services);
  const endpoints = await askByName(ports, name, before.earlier, { services, endpoints: answered.endpoints });
  const read = { ...answered, services, endpoints };
  const { historyDay } = read;
  if (!before.isInHistory(historyDay)) await noteSizes(ports, name, services);
  const names = await publishNew(ports, run, name, read, before.announced);
  const confirmation = await recordReading(ports, runId, project, { ...read, names }, before, isIndexed);
  if (confirmation !== undefined) await batch.confirm(name, confirmation);
  return countsOf(read);
};

/**
 * Reads a project of which the index knows the contents, without a look at its record.
 * @returns what it came to; undefined where the record has to be looked at first
 */
const readUnseen = async (
  ports: PublishPorts,
  run: OfRun,
  project: ProjectFacts,
  known: KnownContents,
): Promise<Surveyed | undefined> => {
  const { name } = project;
  const { recordedAt = known.readAt } = known;
  const at = isoInstant(ports.clock.now());
  if (isReadAlready(run, name, known, ports.clock.now())) return nothing;
  const read = await askProject(ports, project);
  const by = { organization: ports.platform.organization, runId: run.runId };
  const names = usableIn(read.services);
  const found = recordOf(by, project, { ...read, names }, { at, mark: {}, earlier: undefined });
  if (digestOf(found) === known.digest) {
    await run.batch.confirm(name, confirmationBy(found, recordedAt));
    return countsOf(read);
  }
  const before = await beforeReading(ports, name, known, at);
  // A record that others have written since the index may be newer than this reading.
  return isKnownAs(known, before.earlier) ? storeReading(ports, run, project, read, before) : undefined;
};

/** Reads a project after a look at its record, unless an attempt before this one did. */
const readAfterLook = async (ports: PublishPorts, run: OfRun, project: ProjectFacts): Promise<Surveyed> => {
  const { runId, startedAt, batch, known } = run;
  const { name } = project;
  const before = await beforeReading(ports, name, known.get(name));
  // Another pass beside this one has read the project since this one began: the plan uses that reading.
  const isRead =
    before.isReadBy(runId, batch.confirmations.get(name)) || (startedAt !== undefined && before.isReadAfter(startedAt));
  return isRead ? nothing : storeReading(ports, run, project, await askProject(ports, project), before);
};

/** Reads a project and stores the reading. @throws ListIncomplete, platform errors */
export const readAndRecord = async (ports: PublishPorts, run: OfRun, project: ProjectFacts): Promise<Surveyed> => {
  let known = confirmable(run, project.name, ports.clock.now());
  for (let tries = 0; tries < mostTries; tries += 1) {
    try {
      const done = known && (await readUnseen(ports, run, project, known));
      if (done !== undefined) return done;
      known = undefined;
      return await readAfterLook(ports, run, project);
    } catch (error) {
      if (!(error instanceof StoreConflict)) throw error;
      known = undefined;
    }
  }
  throw new StoreUnavailable(`the store rejects every change of ${keys.reading(project.name)}`);
};
