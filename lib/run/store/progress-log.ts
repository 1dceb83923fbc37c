import type { Phase } from '../../core/change/change.ts';
import { groupBy } from '../../core/model/grouping.ts';
import type { Store } from '../../ports.ts';
import { objectText } from './content.ts';
import { inBatches } from './in-batches.ts';
import { keys } from './keys.ts';
import { needObject, readObject, writeObject } from './objects.ts';
import type { ProgressObject, ProgressStep } from './run-objects.ts';

/** The changes of one project in one phase of a run, by name. */
export interface PartName {
  readonly runId: string;
  readonly phase: Phase;
  readonly project: string;
}

/** The progress of a part as the store has it. */
export interface LoggedProgress {
  readonly attempts: ProgressObject['attempts'][number][];
  readonly made: ProgressObject['made'][number][];
  intent: ProgressObject['intent'];
  /** Number of the steps, and of those that the summary contains. */
  steps: number;
  summarized: number;
}

/** Stands for an attempt whose step was deleted: the audit continues without it. */
const missing = { status: 'skipped', error: 'the record of this attempt is missing' } as const;

const addStep = (log: LoggedProgress, { place, attempts, made, intent }: ProgressStep): void => {
  while (log.attempts.length < place) log.attempts.push(missing);
  log.attempts.push(...attempts);
  log.made.push(...made);
  log.intent = intent;
  log.steps += 1;
};

/** Keys of the steps from a number on. Most readers find none, and S3 charges a listing like twelve reads. */
const keysFrom = async (store: Store, { runId, phase, project }: PartName, first: number): Promise<string[]> => {
  const isThere = (await store.get(keys.progressStep(runId, phase, project, first))) !== undefined;
  return isThere ? store.list(keys.progressSteps(runId, phase, project)) : [];
};

/**
 * Progress of the changes of one project in one phase: a summary, if an attempt of the task stored one, and the steps since.
 * @param listed keys of the part's steps, if the caller knows them
 * @throws StoreDamaged
 */
export const readProgress = async (
  store: Store,
  part: PartName,
  listed?: readonly string[],
): Promise<LoggedProgress> => {
  const { runId, phase, project } = part;
  const summary = await readObject<ProgressObject>(store, keys.progress(runId, phase, project));
  const { attempts = [], made = [], intent, steps = 0 } = summary ?? {};
  const log: LoggedProgress = { attempts: [...attempts], made: [...made], intent, steps, summarized: steps };
  const firstKey = keys.progressStep(runId, phase, project, steps);
  const later = (listed ?? (await keysFrom(store, part, steps))).filter((key) => key >= firstKey);
  const read = new Map<string, ProgressStep>();
  await inBatches(later, async (key) => void read.set(key, await needObject<ProgressStep>(store, key)));
  for (const key of later) addStep(log, read.get(key) as ProgressStep);
  return log;
};

/**
 * Appends a step, unless another copy of the task has stored one with this number: that copy then records the writes.
 * @throws StoreConflict
 */
export const appendStep = async (
  store: Store,
  { runId, phase, project }: PartName,
  log: LoggedProgress,
  step: ProgressStep,
): Promise<void> => {
  await store.put(keys.progressStep(runId, phase, project, log.steps), objectText(step), { ifAbsent: true });
  addStep(log, step);
};

/** Steps from which on a summary costs less than to read them one by one, as the audit and the report do. */
const fewSteps = 8;

/** Stores a summary of all steps so far, if they are many. Steps never change, so a summary of fewer steps stays correct. */
export const storeSummary = async (
  store: Store,
  { runId, phase, project }: PartName,
  log: LoggedProgress,
): Promise<void> => {
  const { summarized, ...summary } = log;
  if (summary.steps - summarized < fewSteps) return;
  await writeObject(store, keys.progress(runId, phase, project), summary satisfies ProgressObject);
  log.summarized = summary.steps;
};

/** Lists the progress of a run: keys of the steps of a part, or undefined if the part has stored nothing. */
export const listProgress = async (
  store: Store,
  runId: string,
): Promise<((part: PartName) => readonly string[] | undefined) | undefined> => {
  const folder = keys.allProgress(runId);
  const listed = await store.list(folder);
  const folderOf = (key: string) => key.slice(0, key.lastIndexOf('/') + 1);
  const steps = groupBy(listed, folderOf);
  const summaries = new Set(listed);
  if (listed.length === 0) return undefined;
  return ({ phase, project }) =>
    steps.get(keys.progressSteps(runId, phase, project)) ??
    (summaries.has(keys.progress(runId, phase, project)) ? [] : undefined);
};
