import type { Phase } from '../../core/change/change.ts';
import type { LogRecord, Store } from '../../ports.ts';
import { objectText, readableRecord, recordContent } from './content.ts';
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

const addStep = (log: LoggedProgress, number: number, { index, attempts, made, intent }: ProgressStep): void => {
  while (log.attempts.length < index) log.attempts.push(missing);
  log.attempts.push(...attempts);
  for (const [name, id] of made) log.made.set(name, id);
  log.intent = intent;
  log.next = number + 1;
};

const emptyLog = (): LoggedProgress => ({ attempts: [], made: new Map(), intent: undefined, next: 0 });

const keyOf = ({ runId, phase, project }: PartName): string => keys.progress(runId, phase, project);

/** The step in a record of a part. @throws StoreDamaged */
export const stepIn = (key: string, { body }: LogRecord): ProgressStep => recordContent<ProgressStep>(key, body);

/**
 * Progress of the changes of one project in one phase, from the steps of its log.
 * @throws StoreDamaged
 */
export const readProgress = async (store: Store, part: PartName): Promise<LoggedProgress> => {
  const log = emptyLog();
  const key = keyOf(part);
  for (const record of await store.readLog(key)) addStep(log, record.number, stepIn(key, record));
  return log;
};

/** The progress of a part as far as its log can be read. */
export interface ReadableProgress extends LoggedProgress {
  /** Attempts that stood in damaged records, by place, each with the last time that is known before it. */
  readonly damaged: Map<number, string | undefined>;
  /** The same of every later place, where the last records are damaged; undefined where they are whole. */
  damagedEnd: { readonly since: string | undefined } | undefined;
}

/**
 * Progress from the records that can be read. The next whole record says which attempts stood in damaged ones before it; after
 * the last whole record any change may have been tried.
 */
export const readableProgress = async (store: Store, part: PartName): Promise<ReadableProgress> => {
  const log: ReadableProgress = { ...emptyLog(), damaged: new Map(), damagedEnd: undefined };
  const key = keyOf(part);
  for (const { number, body } of await store.readLog(key)) {
    const content = readableRecord<ProgressStep>(key, body);
    if ('problem' in content) {
      log.damagedEnd ??= {
        since: log.intent?.at ?? log.attempts.findLast(({ write }) => write !== undefined)?.write?.at,
      };
      continue;
    }
    if (log.damagedEnd !== undefined)
      for (let index = log.attempts.length; index < content.value.index; index += 1)
        log.damaged.set(index, log.damagedEnd.since);
    log.damagedEnd = undefined;
    addStep(log, number, content.value);
  }
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
