import type { Question } from '../../core/plan/lookups.ts';
import type { ProjectEvent, Store } from '../../ports.ts';
import type { Asked } from '../lookup/done-lookups.ts';
import { keys } from '../store/keys.ts';
import { readObject } from '../store/objects.ts';

/** Logs to read per plan: each is a call, and only provides the actor's name for a finding. */
const logsAtMost = 20;

/**
 * Event logs of projects, newest first, as far as the run has asked for them, and the questions for the others. If a log
 * cannot be read, findings omit the actor; nothing else depends on it.
 */
export const eventLogsOf = async (store: Store, projects: readonly string[], asked: Asked) => {
  const events = new Map<string, readonly ProjectEvent[]>();
  const questions: Question[] = [];
  for (const project of projects.slice(0, logsAtMost)) {
    const question: Question = { kind: 'events', project };
    if (!asked.has(question)) questions.push(question);
    const log = await readObject<readonly ProjectEvent[]>(store, keys.eventLog(asked.runId, project));
    if (log !== undefined) events.set(project, log);
  }
  return { events, questions };
};
