import { PlatformError, PlatformThrottled, PlatformUnauthorized } from '../../contract/errors.ts';
import { dayOf } from '../../core/forecast/project-history.ts';
import type { DiskAlert, ProjectFacts, Snapshot } from '../../core/model/model.ts';
import type { Clock, Platform } from '../../ports.ts';
import { readProject } from './read-project.ts';

/** What a reading of a project found. */
export interface Read extends Pick<Snapshot, 'services' | 'endpoints'> {
  /** Undefined if the platform did not list them. */
  readonly alerts: readonly DiskAlert[] | undefined;
  /** The day (since 1970, UTC). */
  readonly historyDay: number;
  readonly seenAt: string | null;
}

/**
 * The active alerts about full disks of a project, as `list` asks for them.
 * @returns undefined if the platform does not list them, for example because the token lacks the permission: decisions need
 * none of them, so the reading counts all the same, and its disks count as unknown
 * @throws PlatformUnauthorized, PlatformThrottled
 */
const ifListed = async <T>(list: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await list();
  } catch (error) {
    const endsReading = error instanceof PlatformUnauthorized || error instanceof PlatformThrottled;
    if (endsReading || !(error instanceof PlatformError)) throw error;
    return undefined;
  }
};

interface AskPorts {
  readonly platform: Platform;
  readonly clock: Clock;
}

/**
 * Reads a project, with two calls for its lists and one for the alerts about its disks, whatever the number of services; without
 * disks there are no alerts to ask for.
 * @throws platform errors
 */
export const askProject = async ({ platform, clock }: AskPorts, { name }: ProjectFacts): Promise<Read> => {
  const lists = await readProject(platform, name);
  const isDiskless = lists.services.every(({ diskMb }) => diskMb === 0);
  const alerts = isDiskless ? [] : await ifListed(() => platform.listDiskAlerts(name));
  return { ...lists, alerts, historyDay: dayOf(clock.now()), seenAt: platform.lastAnswerAt() };
};
