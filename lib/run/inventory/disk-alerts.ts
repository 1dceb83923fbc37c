import { PlatformError, PlatformThrottled, PlatformUnauthorized } from '../../contract/errors.ts';
import type { DiskAlert, Service } from '../../core/model/model.ts';
import type { Platform } from '../../ports.ts';

/**
 * The active alerts about full disks of a project that was just read: one call, none for a project without a disk.
 * @returns undefined if the platform does not list them, for example because the token lacks the permission: decisions need
 * none of them, so the reading counts all the same, and its disks count as unknown
 * @throws PlatformUnauthorized, PlatformThrottled
 */
export const diskAlertsOf = async (
  platform: Pick<Platform, 'listDiskAlerts'>,
  project: string,
  services: readonly Service[],
): Promise<readonly DiskAlert[] | undefined> => {
  if (!services.some(({ diskMb }) => diskMb !== 0)) return [];
  try {
    return await platform.listDiskAlerts(project);
  } catch (error) {
    const endsReading = error instanceof PlatformUnauthorized || error instanceof PlatformThrottled;
    if (endsReading || !(error instanceof PlatformError)) throw error;
    return undefined;
  }
};
