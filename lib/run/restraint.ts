import { modeForbids } from '../core/mode.ts';
import type { Store } from '../ports.ts';
import { readStoreMode } from './mode.ts';

/**
 * Makes the check that stands before every write of a run: whether somebody has restrained it since it was planned. What
 * is once seen holds for the rest of the task, so that a run does not go on in the middle of what it has left out.
 * @returns why nothing more must be written, or undefined when nothing stands against it; throws StoreUnavailable
 */
export const restraintGuard = (store: Store) => {
  let seen: string | undefined;
  return async (): Promise<string | undefined> => {
    seen ??= modeForbids(await readStoreMode(store)) ?? undefined;
    return seen;
  };
};
