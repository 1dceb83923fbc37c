import type { Lookup } from '../../core/plan/lookups.ts';
import type { ProjectEvent, Store } from '../../ports.ts';
import type { DoneLookups } from '../lookup/done-lookups.ts';
import { eventLogs } from '../lookup/run-lookups.ts';

/** Logs to read per plan: each is a call, and only provides the actor's name for a finding. */
const logsAtMost = 20;

/**
 * Event logs of projects, newest first, as far as the run has read them, and the lookups for the others. If a log
 * cannot be read, findings omit the actor; nothing else depends on it.
 */
export const eventLogsOf = async (store: Store, projects: readonly string[], done: DoneLookups) => {
  const events = new Map<string, readonly ProjectEvent[]>();
  const lookups: Lookup[] = [];
  const logs = projects.length === 0 ? {} : await eventLogs(store, done.runId);
  for (const project of projects.slice(0, logsAtMost)) {
    const lookup: Lookup = { kind: 'events', project };
    if (!done.has(lookup)) lookups.push(lookup);
    const log = Object.hasOwn(logs, project) ? logs[project] : undefined;
    if (log !== undefined) events.set(project, log);
  }
  return { events, lookups };
};
