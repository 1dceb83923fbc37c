import type { Caller } from '../transport/caller.ts';
import type { Reader } from '../transport/read-answer.ts';

/** Reads what is at a path. Methods and errors as `Caller.send`. */
export const get = <T>(caller: Caller, path: string, reader: Reader<T>): Promise<T> =>
  caller.send({ method: 'GET', path, kind: 'read' }, reader);
