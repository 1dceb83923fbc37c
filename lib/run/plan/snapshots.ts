import { StoreDamaged } from '../../contract/errors.ts';
import { isAbout } from '../../core/inventory/confirmed.ts';
import type { IndexEntry } from '../../core/inventory/due.ts';
import type { ProjectFacts, RememberedProject, Snapshot, UnreadProject } from '../../core/model/model.ts';
import type { StorePorts } from '../../ports.ts';
import { latelyIn, notReadYet, readIndex } from '../inventory/index-of-readings.ts';
import { lastReading, readingIn } from '../inventory/record.ts';
import { noteUnread, type ReadingsOfRun, readReadings } from '../inventory/run-readings.ts';
import { type OpenRecord, openRecord } from '../store/objects.ts';
import { withRefusals } from '../store/refusals.ts';
import type { InventoryRecord, RunObject } from '../store/run-objects.ts';
import type { Refusal } from '../store/schemas/memory.ts';

const noResult = { error: 'Unknown', message: 'survey ended without a result; see its logs' };
const noTimeLeft = {
  error: notReadYet,
  message: 'no pass has had the time to read it yet; the next ones read it first',
};

/** What a run knows of one project. */
interface Reading {
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
  readonly readings: ReadingsOfRun;
  /** The index of the last readings. */
  readonly indexed: ReadonlyMap<string, IndexEntry>;
}

const changedSince = {
  error: notReadYet,
  message: 'another run changes it since this run read it; the next pass reads it again',
};
const noCallsLeft = {
  error: notReadYet,
  message: 'a run has changed it since its last reading, and this pass had no calls left to read it again',
};

/** The record of a project, as a run finds it. */
interface FoundRecord {
  readonly record: InventoryRecord;
  readonly last: ReturnType<typeof lastReading>;
  /** The run itself has read the project so. */
  readonly isOwn: boolean;
}

const foundRecord = (
  { runId, readings, indexed }: OfRun,
  record: InventoryRecord,
  project: ProjectFacts,
): FoundRecord => {
  const { name, tags } = project;
  const own = readings.confirmations.get(name);
  const isConfirmed = isAbout(own, record);
  const last = { ...lastReading(name, record, isConfirmed ? own : indexed.get(name)), tags };
  return { record, last, isOwn: isConfirmed || record.runId === runId };
};

/**
 * Whether a run may not plan from a record, because another run changes the project since. A run that only looks may use
 * its own reading, and one of the other run since its start, which is newer.
 */
const isStale = ({ record: { changedBy }, last, isOwn }: FoundRecord, run: OfRun): boolean => {
  if (run.readOnly && (isOwn || last.readAt >= run.startedAt)) return false;
  return changedBy !== undefined && changedBy !== run.runId;
};

/** What a run knows of a project that another run has changed or read since. */
const changedReading = ({ readings }: OfRun, remembered: RememberedProject): Reading => {
  const { project } = remembered;
  const noted = readings.unread.get(project);
  if (noted !== undefined) return { unread: noted, remembered };
  return { unread: { project, ...changedSince }, remembered, isChanged: true };
};

/** What a run knows of a project without a readable record: a reading that wrote none may have relied on the one of before. */
const lostReading = ({ readings }: OfRun, unread: UnreadProject): Reading => {
  const { project } = unread;
  const noted = readings.unread.get(project);
  if (noted !== undefined || !readings.confirmations.has(project)) return { unread: noted ?? unread };
  return { unread, isChanged: true };
};

/** What a run knows of a project of which it has no reading of its own. */
const otherReading = (run: OfRun, project: string, last: FoundRecord['last'] | undefined): Reading => {
  const { readings, hasStopped, startedAt } = run;
  const noted = readings.unread.get(project);
  // A concurrent run may have read the project after this one did, and this one may have had no time left.
  const isUsable = last !== undefined && (hasStopped || last.readAt >= startedAt);
  if (noted === undefined && isUsable) return { snapshot: last };
  // The run has read it, but a run beside it has written an older reading since.
  if (last !== undefined && readings.confirmations.has(project)) return changedReading(run, last);
  const unread = { project, ...(hasStopped ? noTimeLeft : noResult) };
  return last === undefined ? lostReading(run, unread) : { unread: noted ?? unread, remembered: last };
};

const readingOf = (run: OfRun, project: string, found: FoundRecord | undefined): Reading => {
  if (found === undefined) return otherReading(run, project, undefined);
  const { last, isOwn } = found;
  const isDue = run.due === undefined || run.due.has(project);
  if (isStale(found, run))
    return isDue ? changedReading(run, last) : { unread: { project, ...noCallsLeft }, remembered: last };
  return isOwn || !isDue ? { snapshot: last } : otherReading(run, project, last);
};

const invalidRecord = (project: string, problem: string): UnreadProject => ({
  project,
  error: 'RecordInvalid',
  message: `the platform's record of it is invalid: ${problem}`,
});

const readSurvey = async (
  opened: OpenRecord,
  organization: string,
  run: OfRun,
  project: ProjectFacts,
): Promise<Reading> => {
  const { name, problem } = project;
  const invalid = problem === undefined ? undefined : invalidRecord(name, problem);
  try {
    const record = await readingIn(opened, organization);
    const found = record && foundRecord(run, record, project);
    if (invalid === undefined) return readingOf(run, name, found);
    // Its own tags may be what is invalid: budgets find its services by the tags of its last record.
    return { unread: invalid, remembered: found && { ...found.last, tags: found.record.tags } };
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error;
    return invalid
      ? { unread: invalid }
      : lostReading(run, { project: name, error: error.name, message: error.message });
  }
};

/** Adds what earlier runs noted about services: refusals and lowered options of the platform. */
const withNotes = async <T extends Snapshot>(opened: OpenRecord, nowMs: number, snapshot: T): Promise<T> => {
  const refusals = (await opened<readonly Refusal[]>('refusals')) ?? [];
  return { ...snapshot, services: withRefusals(snapshot.services, refusals, nowMs) };
};

/** Gives the last readings of projects outside a run; without one, the cost of its services is unknown. */
const rememberIn =
  (organization: string, indexed: ReadonlyMap<string, IndexEntry>) =>
  async (project: string, opened: OpenRecord): Promise<RememberedProject | UnreadProject> => {
    try {
      const record = await readingIn(opened, organization);
      if (record !== undefined) return lastReading(project, record, indexed.get(project));
      return { project, error: notReadYet, message: 'no run has read it yet', isOutside: true };
    } catch (error) {
      if (!(error instanceof StoreDamaged)) throw error;
      return { project, error: error.name, message: error.message };
    }
  };

/**
 * The only place that builds the services of a plan: the inventory, plus earlier refusals and lowered options of the
 * platform.
 * @returns functions that give what a run knows of a project, its own or another that shares a budget, and stores why
 *   projects are unread; and since when plans are applied, as the index has it
 * @throws StoreUnavailable, also from these functions
 */
export const projectReader = async (
  ports: StorePorts,
  organization: string,
  { due, readsUntil, ...ofRun }: Pick<RunObject, 'runId' | 'startedAt' | 'readOnly' | 'due' | 'readsUntil'>,
) => {
  const isOver = readsUntil !== undefined && ports.clock.now() >= Date.parse(readsUntil);
  const readings = await readReadings(ports.store, ofRun.runId);
  const { indexed, enforcedSince, ...index } = await readIndex(ports.store, organization);
  const run = { ...ofRun, due: due && new Set(due), hasStopped: due !== undefined || isOver, readings, indexed };
  const fresh: UnreadProject[] = [];
  return {
    enforcedSince,
    lately: latelyIn(index, ofRun.startedAt),
    /** The record of a project. */
    open: (project: string) => openRecord(ports.store, project),
    read: async (project: ProjectFacts, opened: OpenRecord): Promise<Reading> => {
      const { snapshot, remembered, ...rest } = await readSurvey(opened, organization, run, project);
      const noted = async <T extends Snapshot>(read: T | undefined) =>
        read && withNotes(opened, ports.clock.now(), read);
      const { unread, isChanged } = rest;
      if (unread !== undefined && !isChanged && readings.unread.get(unread.project) !== unread) fresh.push(unread);
      return { snapshot: await noted(snapshot), remembered: await noted(remembered), ...rest };
    },
    remember: rememberIn(organization, indexed),
    store: () => noteUnread(ports.store, run.runId, fresh),
  };
};
