import { PlatformError } from '../../contract/errors.ts';

/** The platform refuses to change what is so already (platform-facts §1.2); its status is not known, so the words tell. */
export const isUnchanged = (error: unknown): boolean =>
  error instanceof PlatformError && /user config not changed/i.test(error.message);
