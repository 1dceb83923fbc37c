import { PlatformNotFound } from '../../contract/errors.ts';

/** Turns a 404 into undefined: a read has no result, and a delete is already done. */
export const unlessGone = async <T>(request: Promise<T>): Promise<T | undefined> => {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof PlatformNotFound)) throw error;
    return undefined;
  }
};
