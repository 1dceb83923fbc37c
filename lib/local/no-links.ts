import { constants, lstatSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { StoreUnavailable } from '../contract/errors.ts';

/** Flag for opening a file: fails with ELOOP at a link that was put there after the look. Windows has no such flag. */
export const notThroughLinks = constants.O_NOFOLLOW ?? 0;

/** The refusal of a link in a store. */
export const linkRefused = (path: string): StoreUnavailable =>
  new StoreUnavailable(
    `${path} is a symbolic link, and Headroom follows none inside a store; put the file or folder itself there`,
  );

/**
 * Who can write into one folder of a store must not choose where else Headroom reads, writes and removes files. The store
 * itself may be a link: it is the choice of the person who names it. A look costs microseconds, far less than the read or
 * write after it, so it does not go through the thread pool.
 * @throws StoreUnavailable that names the link if a step from the store to the path is one
 */
export const assertNoLinks = (root: string, path: string): void => {
  let step = root;
  for (const name of relative(root, path).split(sep)) {
    step = join(step, name);
    const stats = lstatSync(step, { throwIfNoEntry: false });
    if (stats === undefined) return;
    if (stats.isSymbolicLink()) throw linkRefused(step);
  }
};
