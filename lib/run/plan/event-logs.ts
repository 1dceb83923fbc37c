import { PlatformError } from '../../contract/errors.ts';
import type { Platform, ProjectEvent } from '../../ports.ts';

/** Logs to read per plan: each is a call, and only provides the actor's name for a finding. */
const logsAtMost = 20;

/**
 * Event logs of projects, newest first. If a log cannot be read, findings omit the actor; nothing else depends on it.
 */
export const readEventLogs = async (
  platform: Platform,
  projects: readonly string[],
): Promise<Map<string, readonly ProjectEvent[]>> => {
  const logs = new Map<string, readonly ProjectEvent[]>();
  for (const project of projects.slice(0, logsAtMost)) {
    try {
      logs.set(project, await platform.listEvents(project));
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
    }
  }
  return logs;
};
