import { PlatformNotFound } from '../../contract/errors.ts';

/** Answers undefined for a thing that is not there (404): reading it finds nothing, and deleting it is done. */
export const unlessGone = async <T>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof PlatformNotFound)) throw error;
    return undefined;
  }
};
