import { onLambda } from '../lib/aws/handler.ts';
import {
  OutOfTime,
  PlatformUnauthorized,
  RunInterrupted,
  SecretUnavailable,
  StoreConflict,
  StoreUnavailable,
} from '../lib/contract/errors.ts';
import { causeText } from '../lib/contract/failure.ts';
import { type TaskInput, type TaskOutput, tasks } from '../lib/contract/tasks.ts';
import { dayOf } from '../lib/core/forecast/project-history.ts';
import type { Known } from '../lib/core/inventory/due.ts';
import type { ProjectFacts } from '../lib/core/model/model.ts';
import { type AnnouncePorts, announceNew } from '../lib/run/inventory/announce.ts';
import { diskAlertsOf } from '../lib/run/inventory/disk-alerts.ts';
import { readIndex } from '../lib/run/inventory/index-of-readings.ts';
import { readProject } from '../lib/run/inventory/read-project.ts';
import { readAgainAfter } from '../lib/run/inventory/reading-time.ts';
import { type Before, beforeReading, recordReading, recordTrouble } from '../lib/run/inventory/record.ts';
import { type Batch, openBatch } from '../lib/run/inventory/run-readings.ts';
import { type Looked, noteLook } from '../lib/run/plan/looks.ts';
import { keys } from '../lib/run/store/keys.ts';
import { projectsAt, readIfWhole } from '../lib/run/store/objects.ts';
import type { RunObject } from '../lib/run/store/run-objects.ts';

/**
 * Whether the run stops reading, because the next pass begins: not where it reads a second time what another run has changed,
 * which is little.
 */
const isOver = async ({ store, clock }: AnnouncePorts, runId: string, readsUntil: string | undefined) =>
  readsUntil !== undefined &&
  clock.now() >= Date.parse(readsUntil) &&
  (await store.get(keys.readAgain(runId))) === undefined;

/** What a survey of one project came to. */
type Surveyed = TaskOutput<'survey'>;

const nothing: Surveyed = { services: 0, endpoints: 0, unread: 0 };

/** Errors that concern every project: they end the attempt, and a repetition continues where it ended. */
const endsAttempt = [OutOfTime, StoreUnavailable, SecretUnavailable, PlatformUnauthorized, RunInterrupted];

const noteUnread = async (
  ports: AnnouncePorts,
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
interface OfRun {
  readonly runId: string;
  readonly isForEvents: boolean;
  /** ISO 8601, UTC; undefined if the run has no record. */
  readonly startedAt: string | undefined;
  /** Whether the index gets the times of its readings: that of a run that only looks does not. */
  readonly isIndexed: boolean;
  readonly batch: Batch;
  /** The index as the batch begins. */
  readonly known: ReadonlyMap<string, Known>;
}

/**
 * Records a look in the project's history, unless that of the day is there and the lists are full, so that nothing is in doubt.
 * @returns the reason to distrust the lists, or the day that the history has
 */
const lookAt = async (ports: AnnouncePorts, looked: Looked, before: Pick<Before, 'isInHistory'>) => {
  const day = dayOf(ports.clock.now());
  const isFull = looked.services.length > 0 && looked.endpoints.length > 0;
  const doubt = isFull && before.isInHistory(day) ? null : await noteLook(ports, looked);
  return { doubt, historyDay: isFull ? day : undefined };
};

/** Reads a project and stores the reading, unless an attempt before this one did, or notes why there is none. */
const readAndRecord = async (ports: AnnouncePorts, run: OfRun, project: ProjectFacts): Promise<Surveyed> => {
  const { runId, startedAt, batch, known, isIndexed } = run;
  const { name } = project;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const before = await beforeReading(ports, name, known.get(name));
    // Another pass beside this one has read the project since this one began: the plan uses that reading.
    if (
      before.isReadBy(runId, batch.confirmations.get(name)) ||
      (startedAt !== undefined && before.isReadAfter(startedAt))
    )
      return nothing;
    const heard = ports.platform.watchRetiring();
    const seen = await readProject(ports.platform, name);
    const alerts = await diskAlertsOf(ports.platform, name, seen.services);
    const { doubt, historyDay } = await lookAt(ports, { runId, project: name, ...seen }, before);
    if (doubt !== null) return noteUnread(ports, run, name, { error: 'ListEmptied', message: doubt });
    try {
      const names = await announceNew(ports, run, name, seen, before.announced);
      const answers = { seenAt: ports.platform.lastAnswerAt(), retiring: heard().retiring };
      const reading = { ...seen, alerts, names, ...answers, historyDay };
      const confirmation = await recordReading(ports, runId, project, reading, before, isIndexed);
      if (confirmation !== undefined) await batch.confirm(name, confirmation);
      return { services: seen.services.length, endpoints: seen.endpoints.length, unread: 0 };
    } catch (error) {
      // Another run has read the project meanwhile, or begins to change it: this reading may be older than that.
      if (!(error instanceof StoreConflict)) throw error;
    }
  }
  throw new StoreUnavailable(`the store rejects every change of ${keys.inventory(name)}`);
};

const surveyOne = async (ports: AnnouncePorts, run: OfRun, project: ProjectFacts): Promise<Surveyed> => {
  try {
    return await readAndRecord(ports, run, project);
  } catch (error) {
    if (!(error instanceof Error) || endsAttempt.some((kind) => error instanceof kind)) throw error;
    return noteUnread(ports, run, project.name, { error: error.name, message: error.message });
  }
};

/** After the last attempt: notes a project without a reading as unread. */
const giveUp = async (
  ports: AnnouncePorts,
  run: OfRun,
  { name }: ProjectFacts,
  { Error: error, Cause }: NonNullable<TaskInput<'survey'>['failure']>,
): Promise<Surveyed> =>
  (await beforeReading(ports, name)).isReadBy(run.runId, run.batch.confirmations.get(name))
    ? nothing
    : noteUnread(ports, run, name, { error, message: causeText(Cause) });

/**
 * Reads a batch of projects with three calls each, independent of the number of services. A reading that differs from the
 * project's record becomes the record; of the others it stores the times, in one object for the batch. Once a day it adds the provisioned sizes to each project's history. A service that the inventory did not know is
 * published as `ServiceCreated`. A project that cannot be read, or whose
 * lists are empty for the first time, is only noted as unread, so that the plan changes nothing in it and reports a
 * finding. A repeated attempt continues with the projects that have no result yet, and so does the next call after one that
 * answers `again`, because it has no time for the rest. A run that reads a part of the organization stops reading before the
 * next pass begins, which then reads the rest first. With `failure` it reads nothing and notes these as unread.
 * @throws OutOfTime if the run itself has no time for the rest, StoreUnavailable, SecretUnavailable, PlatformUnauthorized
 */
export const survey =
  (ports: AnnouncePorts) =>
  async ({ runId, projects, order, failure }: TaskInput<'survey'>): Promise<Surveyed> => {
    const sum = { ...nothing };
    const { startedAt, readsUntil, readOnly } = (await readIfWhole<RunObject>(ports.store, keys.run(runId))) ?? {};
    const batch = await openBatch(ports.store, runId, String(projects[0]));
    const { known } = await readIndex(ports.store, ports.platform.organization);
    const run = { runId, isForEvents: order === 'event', startedAt, isIndexed: readOnly === false, batch, known };
    const surveyed = async (project: ProjectFacts) =>
      failure === undefined ? surveyOne(ports, run, project) : giveUp(ports, run, project, failure);
    try {
      for (const project of await projectsAt(ports.store, runId, projects)) {
        if (failure === undefined && (await isOver(ports, runId, readsUntil))) break;
        if (batch.unread.has(project.name)) continue;
        const done = await surveyed(project);
        sum.services += done.services;
        sum.endpoints += done.endpoints;
        sum.unread += done.unread;
      }
      await batch.store();
      return sum;
    } catch (error) {
      await batch.store();
      return { ...sum, again: await readAgainAfter(ports.store, runId, error) };
    }
  };

export const handler = onLambda(tasks.survey, survey);
