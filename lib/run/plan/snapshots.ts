import { StoreDamaged } from '../../contract/errors.ts';
import type { ProjectFacts, RememberedProject, Snapshot, UnreadProject } from '../../core/model/model.ts';
import type { Ports, Store, StorePorts } from '../../ports.ts';
import { notReadYet } from '../inventory/index-of-readings.ts';
import { lastReading, readRecord } from '../inventory/record.ts';
import { keys } from '../store/keys.ts';
import { withLoweredOptions } from '../store/lowered-options.ts';
import { readObject, writeObject } from '../store/objects.ts';
import { withRefusals } from '../store/refusals.ts';
import type { InventoryRecord, RunObject } from '../store/run-objects.ts';

/** Records the reason why a project is unread, also for the report. */
export const noteUnread = async (store: Store, runId: string, unread: UnreadProject): Promise<UnreadProject> => {
  await writeObject(store, keys.unread(runId, unread.project), unread);
  return unread;
};

const noResult = { error: 'Unknown', message: 'survey ended without a result; see its logs' };
const noTimeLeft = {
  error: notReadYet,
  message: 'no pass has had the time to read it yet; the next ones read it first',
};

/**
 * Reason why this run has no reading of a project. If survey stored none, this records one, unless an older reading or that
 * of another run will do: then undefined.
 */
const readUnread = async (
  store: Store,
  { runId, hasStopped }: OfRun,
  project: string,
  isOtherUsable: boolean,
): Promise<UnreadProject | undefined> => {
  const noted = await readObject<UnreadProject>(store, keys.unread(runId, project));
  if (noted !== undefined || isOtherUsable) return noted;
  return noteUnread(store, runId, { project, ...(hasStopped ? noTimeLeft : noResult) });
};

/** What a run knows of one project. */
export interface Reading {
  /** Present if the run may plan changes in the project. */
  readonly snapshot?: Snapshot;
  /** Present if the run should have read the project and could not. */
  readonly unread?: UnreadProject;
  /** The last reading of an unread project; absent if there is none. */
  readonly remembered?: RememberedProject;
  /** The run should have read it and did, but another run changes it since; no reason is recorded yet. */
  readonly isChanged?: true;
}

/** The facts of a run that tell its own reading of a project from an older one. */
interface OfRun extends Pick<RunObject, 'runId' | 'startedAt' | 'readOnly'> {
  /** The projects that the run reads; undefined: all of them. */
  readonly due: ReadonlySet<string> | undefined;
  /** It may have stopped reading before it had read them all. */
  readonly hasStopped: boolean;
}

const changedSince = {
  error: notReadYet,
  message: 'another run changes it since this run read it; the next pass reads it again',
};
const noCallsLeft = {
  error: notReadYet,
  message: 'a run has changed it since its last reading, and this pass had no calls left to read it again',
};

/**
 * Whether a run may not plan from a record, because another run changes the project since. A run that only looks may use
 * its own reading, and one of the other run since its start, which is newer.
 */
const isStale = ({ runId, readAt, changedBy }: InventoryRecord, run: OfRun): boolean => {
  if (run.readOnly && (runId === run.runId || readAt >= run.startedAt)) return false;
  return changedBy !== undefined && changedBy !== run.runId;
};

/** What a run knows of a project that another run changes since the reading. */
const staleReading = async (store: Store, { runId, due }: OfRun, remembered: RememberedProject): Promise<Reading> => {
  const { project } = remembered;
  if (due !== undefined && !due.has(project)) {
    return { unread: await noteUnread(store, runId, { project, ...noCallsLeft }), remembered };
  }
  const noted = await readObject<UnreadProject>(store, keys.unread(runId, project));
  if (noted !== undefined) return { unread: noted, remembered };
  return { unread: { project, ...changedSince }, remembered, isChanged: true };
};

const readSurvey = async (
  store: Store,
  organization: string,
  run: OfRun,
  { name: project, tags, problem }: ProjectFacts,
): Promise<Reading> => {
  const { runId, startedAt, due, hasStopped } = run;
  if (problem !== undefined) {
    const message = `the platform's record of it is invalid: ${problem}`;
    return { unread: await noteUnread(store, runId, { project, error: 'RecordInvalid', message }) };
  }
  try {
    const record = await readRecord(store, organization, project);
    const last = record && lastReading(project, { ...record, tags });
    const isDue = due === undefined || due.has(project);
    if (last !== undefined && record !== undefined && isStale(record, run)) return staleReading(store, run, last);
    if (record?.runId === runId || (last !== undefined && !isDue)) return { snapshot: last };
    // A concurrent run may have read the project after this one did, and this one may have had no time left.
    const isUsable = record !== undefined && (hasStopped || record.readAt >= startedAt);
    const unread = await readUnread(store, run, project, last !== undefined && isUsable);
    return unread === undefined ? { snapshot: last } : { unread, remembered: last };
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error;
    return { unread: await noteUnread(store, runId, { project, error: error.name, message: error.message }) };
  }
};

/** Adds what earlier runs noted about services: refusals and lowered options of the platform. */
const withNotes = async (ports: StorePorts) => {
  const refused = await withRefusals(ports);
  const lowered = await withLoweredOptions(ports.store);
  return <T extends Snapshot | undefined>(snapshot: T): T =>
    snapshot && {
      ...snapshot,
      services: lowered(snapshot.project, refused(snapshot.project, snapshot.services)),
    };
};

/**
 * The only place that builds the services of a plan: the inventory, plus earlier refusals and lowered options of the
 * platform.
 * @returns a function that gives what a run knows of one of its projects
 * @throws StoreUnavailable, also from that function
 */
export const projectReader = async (
  ports: StorePorts,
  organization: string,
  { due, readsUntil, ...ofRun }: Pick<RunObject, 'runId' | 'startedAt' | 'readOnly' | 'due' | 'readsUntil'>,
) => {
  const isOver = readsUntil !== undefined && ports.clock.now() >= Date.parse(readsUntil);
  const run = { ...ofRun, due: due && new Set(due), hasStopped: due !== undefined || isOver };
  const noted = await withNotes(ports);
  return async (project: ProjectFacts): Promise<Reading> => {
    const { snapshot, remembered, ...rest } = await readSurvey(ports.store, organization, run, project);
    return { snapshot: noted(snapshot), remembered: noted(remembered), ...rest };
  };
};

/** The last reading of a project outside the run; without one, the cost of its services is unknown. */
export const readBeside = async (
  { store, platform }: Pick<Ports, 'store'> & { readonly platform: Pick<Ports['platform'], 'organization'> },
  project: string,
): Promise<RememberedProject | UnreadProject> => {
  try {
    const record = await readRecord(store, platform.organization, project);
    if (record !== undefined) return lastReading(project, record);
    return { project, error: notReadYet, message: 'no run has read it yet', isOutside: true };
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error;
    return { project, error: error.name, message: error.message };
  }
};
