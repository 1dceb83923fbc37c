import { PlatformError } from '../../contract/errors.ts';
import type { Platform, ProjectEvent } from '../../ports.ts';

/** Logs asked for in one plan: each is a call, and they are read for a name in a sentence. */
const logsAtMost = 20;

/**
 * Event logs of projects, newest first. One that the platform does not give leaves those unnamed whom it would name, and
 * nothing else depends on it.
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
