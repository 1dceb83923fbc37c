import { PlatformError, PlatformThrottled, PlatformUnauthorized } from '../../contract/errors.ts';

/**
 * The active alerts about full disks of a project, as `list` asks for them or reads them.
 * @returns undefined if the platform does not list them, for example because the token lacks the permission: decisions need
 * none of them, so the reading counts all the same, and its disks count as unknown
 * @throws PlatformUnauthorized, PlatformThrottled
 */
export const ifListed = async <T>(list: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await list();
  } catch (error) {
    const endsReading = error instanceof PlatformUnauthorized || error instanceof PlatformThrottled;
    if (endsReading || !(error instanceof PlatformError)) throw error;
    return undefined;
  }
};
