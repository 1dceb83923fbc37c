import { PlatformError, PlatformNotFound } from '../../contract/errors.ts';

/** The platform refuses to change what is so already (pf 1.2); its status is not known, so the words tell. */
export const isUnchanged = (error: unknown): boolean =>
  error instanceof PlatformError && /user config not changed/i.test(error.message);

/** Answers undefined for a thing that is not there (404): reading it finds nothing, and deleting it is done. */
export const unlessGone = async <T>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof PlatformNotFound)) throw error;
    return undefined;
  }
};
