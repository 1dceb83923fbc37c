import { PlatformError, PlatformNotFound } from '../../contract/errors.ts';

/**
 * The platform refuses a change that is in place already (pf 1.2). No source names the status, so the text of the answer decides.
 */
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
