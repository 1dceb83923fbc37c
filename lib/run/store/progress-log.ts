import type { Phase } from '../../core/change/change.ts';
import type { LogRecord, Store } from '../../ports.ts';
import { objectText, recordContent } from './content.ts';
import { keys } from './keys.ts';
import type { ProgressStep } from './run-objects.ts';

/** The changes of one project in one phase of a run, by name. */
export interface PartName {
  readonly runId: string;
  readonly phase: Phase;
  readonly project: string;
}

/** The progress of a part as the store has it. */
export interface LoggedProgress {
  readonly attempts: ProgressStep['attempts'][number][];
  /** Ids of the endpoints that the part made, by name. */
  readonly made: Map<string, string>;
  intent: ProgressStep['intent'];
  /** Number of the next step. */
  next: number;
}

/** Stands for an attempt whose step was deleted: the audit continues without it. */
const missing = { status: 'skipped', error: 'the record of this attempt is missing' } as const;

const addStep = (log: LoggedProgress, number: number, { place, attempts, made, intent }: ProgressStep): void => {
  while (log.attempts.length < place) log.attempts.push(missing);
  log.attempts.push(...attempts);
  for (const [name, id] of made) log.made.set(name, id);
  log.intent = intent;
  log.next = number + 1;
};

const keyOf = ({ runId, phase, project }: PartName): string => keys.progress(runId, phase, project);

/** The step in a record of a part. @throws StoreDamaged */
export const stepIn = (key: string, { body }: LogRecord): ProgressStep => recordContent<ProgressStep>(key, body);

/**
 * Progress of the changes of one project in one phase, from the steps of its log.
 * @throws StoreDamaged
 */
export const readProgress = async (store: Store, part: PartName): Promise<LoggedProgress> => {
  const log: LoggedProgress = { attempts: [], made: new Map(), intent: undefined, next: 0 };
  const key = keyOf(part);
  for (const record of await store.readLog(key)) addStep(log, record.number, stepIn(key, record));
  return log;
};

/**
 * Appends a step, unless another copy of the task has stored one with this number: that copy then records the writes.
 * @throws StoreConflict
 */
export const appendStep = async (
  store: Store,
  part: PartName,
  log: LoggedProgress,
  step: ProgressStep,
): Promise<void> => {
  const { next } = log;
  await store.append(keyOf(part), { number: next, body: objectText(step) });
  addStep(log, next, step);
};

/** Lists the progress of a run: whether a part has stored any; undefined if no part has. */
export const listProgress = async (store: Store, runId: string): Promise<((part: PartName) => boolean) | undefined> => {
  const listed = new Set(await store.list(keys.allProgress(runId)));
  return listed.size === 0 ? undefined : (part) => listed.has(keyOf(part));
};
