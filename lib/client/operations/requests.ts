import { PlatformError, PlatformNotFound } from '../../contract/errors.ts';
import type { WriteWatch } from '../../ports.ts';
import type { Caller } from '../transport/caller.ts';
import { type AnswerSchema, answerAs, anyAnswer } from '../transport/read-answer.ts';

/** Reads what is at a path, of that schema, and converts it to the model. Errors as of `Caller.send`. */
export const get = <Parsed, T>(
  caller: Caller,
  path: string,
  schema: AnswerSchema<Parsed>,
  toModel: (parsed: Parsed) => T,
): Promise<T> => caller.send({ method: 'GET', path, kind: 'read' }, answerAs(schema, toModel));

/** Deletes what is at a path. Errors as of `Caller.send`: PlatformNotFound if it is not there. */
export const remove = (caller: Caller, path: string, watch?: WriteWatch): Promise<void> =>
  caller.send({ method: 'DELETE', path, kind: 'write', watch }, anyAnswer);

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
