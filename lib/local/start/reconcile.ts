import type { Plan } from '../../core/model.ts';
import type { Ports } from '../../ports.ts';
import { keys, needObject, type ReportObject, readObject } from '../../run/objects.ts';
import type { Console } from '../console.ts';
import { taskHandlers } from '../task-handlers.ts';
import { type Progress, readDefinition, runWorkflow } from '../workflow.ts';

/** Maps whose items are projects, with what is said while they go on. */
const maps: Readonly<Record<string, string>> = {
  SurveyProjects: 'reading projects',
  Release: 'releasing',
  Grant: 'granting',
};

/** States of an item whose end means that the item is done. */
const itemStates = new Set([
  'Survey',
  'NoteUnread',
  'ApplyRelease',
  'NoteReleaseFailed',
  'ApplyGrant',
  'NoteGrantFailed',
]);

const sizeOf = (input: unknown, state: string): number => {
  const lists = input as { readonly projects?: unknown[]; readonly release?: unknown[]; readonly grant?: unknown[] };
  const list = { SurveyProjects: lists.projects, Release: lists.release, Grant: lists.grant }[state];
  return list?.length ?? 0;
};

/** Turns the steps of a run into progress on the console. */
const follow = (console: Console) => {
  let current = { label: '', total: 0, done: 0 };
  return ({ kind, state, input }: Progress) => {
    const label = maps[state];
    if (kind === 'entered' && label !== undefined) current = { label, total: sizeOf(input, state), done: 0 };
    if (kind !== 'left' || !itemStates.has(state) || current.done >= current.total) return;
    current.done += 1;
    console.progress(current.label, current.done, current.total);
  };
};

export interface ReconcileOptions {
  readonly ports: Ports;
  readonly console: Console;
  readonly newRunId: () => string;
  /** How long a batch of events waits for the tags of its services to arrive. */
  readonly settleMs: number;
}

/**
 * Runs the workflow definition once on these ports and gives its report. A run that fails as a whole still has one, and
 * it says why.
 */
export const reconcile = async (options: ReconcileOptions, input: unknown): Promise<ReportObject> => {
  const { ports, console, settleMs } = options;
  const runId = options.newRunId();
  const run = runWorkflow(readDefinition('reconcile'), input, {
    runId,
    handlers: taskHandlers(ports),
    waits: { Settle: settleMs },
    onProgress: follow(console),
  });
  await run.catch(async (error: unknown) => {
    if ((await readObject<ReportObject>(ports.store, keys.report(runId))) === undefined) throw error;
  });
  return needObject<ReportObject>(ports.store, keys.report(runId));
};

/** The plan of a run that must have one. @throws Error with what made the run fail. */
export const planOf = (report: ReportObject): Plan => {
  if (report.plan !== null) return report.plan;
  throw new Error(`the run failed: ${report.error}: ${report.cause}`);
};
