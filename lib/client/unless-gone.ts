import { PlatformNotFound } from '../contract/errors.ts';

/** Waits for a deletion; one that finds nothing to delete (404) has reached its end too. */
export const unlessGone = async (deletion: Promise<void>): Promise<void> => {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof PlatformNotFound)) throw error;
  }
};
