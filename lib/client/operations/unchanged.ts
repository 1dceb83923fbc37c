import { PlatformError } from '../../contract/errors.ts';

/**
 * The platform refuses an unchanged configuration (platform-facts §1.2); its status is undocumented, so the message
 * decides.
 */
export const isUnchanged = (error: unknown): boolean =>
  error instanceof PlatformError && /user config not changed/i.test(error.message);
