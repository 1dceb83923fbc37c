import { StoreDamaged } from '../../contract/errors.ts';
import type { ProjectFacts, RememberedProject, Snapshot, UnreadProject } from '../../core/model/model.ts';
import type { Ports, Store, StorePorts } from '../../ports.ts';
import { lastReading, readRecord } from '../inventory/record.ts';
import { keys } from '../store/keys.ts';
import { withLoweredOptions } from '../store/lowered-options.ts';
import { readObject, writeObject } from '../store/objects.ts';
import { withRefusals } from '../store/refusals.ts';
import type { RunObject } from '../store/run-objects.ts';

/** Records the reason why a project is unread, also for the report. */
const noteUnread = async (store: Store, runId: string, unread: UnreadProject): Promise<UnreadProject> => {
  await writeObject(store, keys.unread(runId, unread.project), unread);
  return unread;
};

/**
 * Reason why this run has no reading of a project. If survey stored none, this records one, unless another run's reading
 * will do: then undefined.
 */
const readUnread = async (
  store: Store,
  runId: string,
  project: string,
  isReadByOther: boolean,
): Promise<UnreadProject | undefined> => {
  const message = 'survey ended without a result; see its logs';
  const noted = await readObject<UnreadProject>(store, keys.unread(runId, project));
  if (noted !== undefined || isReadByOther) return noted;
  return noteUnread(store, runId, { project, error: 'Unknown', message });
};

/** What a run knows of one project. */
export interface Reading {
  /** Present if the run may plan changes in the project. */
  readonly snapshot?: Snapshot;
  /** Present if the run should have read the project and could not. */
  readonly unread?: UnreadProject;
  /** The last reading of an unread project; absent if there is none. */
  readonly remembered?: RememberedProject;
}

/** The facts of a run that tell its own reading of a project from an older one. */
interface OfRun extends Pick<RunObject, 'runId' | 'startedAt'> {
  /** The projects that the run reads; undefined: all of them. */
  readonly due: ReadonlySet<string> | undefined;
}

const changedSince = {
  error: 'NotReadYet',
  message: 'a run has changed it since its last reading, and this pass had no calls left to read it again',
};

const readSurvey = async (
  store: Store,
  organization: string,
  { runId, startedAt, due }: OfRun,
  { name: project, tags, problem }: ProjectFacts,
): Promise<Reading> => {
  if (problem !== undefined) {
    const message = `the platform's record of it is invalid: ${problem}`;
    return { unread: await noteUnread(store, runId, { project, error: 'RecordInvalid', message }) };
  }
  try {
    const record = await readRecord(store, organization, project);
    const last = record && lastReading(project, { ...record, tags });
    if (record?.runId === runId) return { snapshot: last };
    if (last !== undefined && due !== undefined && !due.has(project)) {
      // What a run may have changed since must be read again before anything else is decided.
      if (last.granted === undefined) return { snapshot: last };
      return { unread: await noteUnread(store, runId, { project, ...changedSince }), remembered: last };
    }
    // A concurrent run may have read the project after this one did.
    const isNewer = record !== undefined && record.readAt > startedAt;
    const unread = await readUnread(store, runId, project, isNewer);
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
  { runId, startedAt, due }: Pick<RunObject, 'runId' | 'startedAt' | 'due'>,
) => {
  const run = { runId, startedAt, due: due && new Set(due) };
  const noted = await withNotes(ports);
  return async (project: ProjectFacts): Promise<Reading> => {
    const { snapshot, remembered, unread } = await readSurvey(ports.store, organization, run, project);
    return { snapshot: noted(snapshot), remembered: noted(remembered), unread };
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
    return { project, error: 'NotReadYet', message: 'no run has read it yet' };
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error;
    return { project, error: error.name, message: error.message };
  }
};
