import { onLambda } from '../lib/aws/handler.ts';
import {
  OutOfTime,
  PlatformUnauthorized,
  RunInterrupted,
  SecretUnavailable,
  StoreUnavailable,
} from '../lib/contract/errors.ts';
import { causeText } from '../lib/contract/failure.ts';
import { type TaskInput, type TaskOutput, tasks } from '../lib/contract/tasks.ts';
import type { ProjectFacts } from '../lib/core/model/model.ts';
import { readIndex } from '../lib/run/inventory/index-of-readings.ts';
import type { PublishPorts } from '../lib/run/inventory/publish-new.ts';
import { readAgainAfter } from '../lib/run/inventory/reading-time.ts';
import { beforeReading } from '../lib/run/inventory/record.ts';
import { openBatch, readBeforeAgain } from '../lib/run/inventory/run-readings.ts';
import { noteUnread, nothing, type OfRun, readAndRecord, type Surveyed } from '../lib/run/inventory/take-reading.ts';
import { projectAt, readRun } from '../lib/run/store/run.ts';

/** Whether the run reads a second time what another run has changed. */
const isSecond = async ({ store }: PublishPorts, runId: string) => (await readBeforeAgain(store, runId)) !== undefined;

/** Whether the run stops reading, because the next pass begins: not its second reading, which is little. */
const isOver = async (ports: PublishPorts, runId: string, readsUntil: string | undefined) =>
  readsUntil !== undefined && ports.clock.now() >= Date.parse(readsUntil) && !(await isSecond(ports, runId));

/** Errors that concern every project: they end the attempt, and a repetition continues where it ended. */
const endsAttempt = [OutOfTime, StoreUnavailable, SecretUnavailable, PlatformUnauthorized, RunInterrupted];

const surveyOne = async (ports: PublishPorts, run: OfRun, project: ProjectFacts): Promise<Surveyed> => {
  try {
    return await readAndRecord(ports, run, project);
  } catch (error) {
    if (!(error instanceof Error) || endsAttempt.some((kind) => error instanceof kind)) throw error;
    return noteUnread(ports, run, project.name, { error: error.name, message: error.message });
  }
};

/** After the last attempt: notes a project without a reading as unread. */
const giveUp = async (
  ports: PublishPorts,
  run: OfRun,
  { name }: ProjectFacts,
  { Error: error, Cause }: NonNullable<TaskInput<'survey'>['failure']>,
): Promise<Surveyed> =>
  (await beforeReading(ports, name)).isReadBy(run.runId, run.batch.confirmations.get(name))
    ? nothing
    : noteUnread(ports, run, name, { error, message: causeText(Cause) });

/**
 * Reads a batch of projects with three calls each, independent of the number of services. A reading that differs from the
 * project's record becomes the record; of the others it stores the times, in one object for the batch. Once a day it adds the
 * provisioned sizes to each project's history. A service that the inventory did not know is published as `ServiceCreated`. A
 * project that cannot be read, or whose lists are empty for the first time, is only noted as unread, so that the plan changes
 * nothing in it and reports a finding. A repeated attempt continues with the projects that have no result yet, and so does the next
 * call after a call that answers `again`, because it has no time for the rest. A run that reads a part of the organization stops
 * reading before the next pass begins, which then reads the rest first. With `failure` it reads nothing and notes these as unread.
 * @throws OutOfTime if the run itself has no time for the rest, StoreUnavailable, SecretUnavailable, PlatformUnauthorized
 */
export const survey =
  (ports: PublishPorts) =>
  async ({ runId, projects, order, failure }: TaskInput<'survey'>): Promise<TaskOutput<'survey'>> => {
    const sum = { ...nothing };
    const requested = await readRun(ports.store, runId);
    const { startedAt, readsUntil, readOnly } = requested;
    const batch = await openBatch(ports.store, runId, String(projects[0]));
    const { indexed } = await readIndex(ports.store, ports.platform.organization);
    const run = { runId, isForEvents: order === 'event', startedAt, isIndexed: !readOnly, batch, indexed };
    // A second reading of the run reads again what its first one has confirmed.
    const isResumed = batch.confirmations.size > 0 && !(await isSecond(ports, runId));
    const surveyed = async (project: ProjectFacts) =>
      failure === undefined ? surveyOne(ports, run, project) : giveUp(ports, run, project, failure);
    try {
      for (const project of projects.map((index) => projectAt(requested, index))) {
        if (failure === undefined && (await isOver(ports, runId, readsUntil))) break;
        if (batch.unread.has(project.name) || (isResumed && batch.confirmations.has(project.name))) continue;
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
