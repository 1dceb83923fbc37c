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
