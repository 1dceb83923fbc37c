import { close, constants, fstat, lstatSync, open, read, readFile, type Stats } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
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

const opened = promisify(open);
const readInto = promisify(read);
const readRest = promisify(readFile);
const statsOf = promisify<number, Stats>(fstat);

/** Larger than most objects. */
const bufferBytes = 64 * 1024;

/** One for each read that was under way at the same time. */
const spare: Buffer[] = [];

/** An object ends with a line feed; where the end is another, only reading on can tell that it is the end. */
const lineFeed = 0x0a;

/** No object that Headroom writes has a sixth of it, and an object is in memory as a whole. */
const mostBytes = 128 * 1024 * 1024;

/** A pipe without a writer would never open otherwise; absent on some systems. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | notThroughLinks;

/** What stands under the name of an object is none. The message says what it is. */
export class NoObject extends Error {
  override readonly name = 'NoObject';
}

const assertObject = (stats: Stats, most: number): void => {
  if (stats.isDirectory()) throw new NoObject('it is a folder');
  if (!stats.isFile()) throw new NoObject('it is no regular file');
  if (stats.size > most) throw new NoObject(`it has ${stats.size} bytes, and an object has at most ${most}`);
};

/**
 * Reads a text file in three steps of the thread pool, because each costs more than the small read itself: the size need not
 * be known before.
 * @throws errors of the file system, ENOENT if there is no such file; NoObject
 */
export const readWhole = async (path: string, most = mostBytes): Promise<string> => {
  const file = await opened(path, flags);
  const buffer = spare.pop() ?? Buffer.allocUnsafeSlow(bufferBytes);
  try {
    // A folder, and a pipe that nothing is in, have nothing to read.
    const { bytesRead } = await readInto(file, buffer, 0, bufferBytes, 0).catch(() => ({ bytesRead: 0 }));
    if (bytesRead < bufferBytes && buffer[bytesRead - 1] === lineFeed) return buffer.toString('utf8', 0, bytesRead);
    assertObject(await statsOf(file), most);
    return await readRest(file, 'utf8');
  } finally {
    spare.push(buffer);
    // What was read stays read, so the end is not waited for.
    close(file, () => undefined);
  }
};
