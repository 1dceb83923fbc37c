import { randomUUID } from 'node:crypto';
import { close, fdatasync, fstat, fsync, open, type Stats, writeFile } from 'node:fs';
import { link, mkdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

// Descriptors cost a third less than the file handles of node:fs/promises.
const opened = promisify(open);
const written = promisify<number, string>(writeFile);
const statsOf = promisify<number, Stats>(fstat);
const dataSynced = promisify(fdatasync);
const synced = promisify(fsync);
const closed = promisify(close);

/** Suffix of files during a write; a process that dies may leave one behind. */
export const temporarySuffix = '.tmp';

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** The result, or undefined if the file does not exist. */
export const unlessMissing = <T>(operation: Promise<T>): Promise<T | undefined> =>
  operation.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });

/** Codes of systems that open or flush no folder or no file to read, and of one that another process removed. */
const notFlushed: ReadonlySet<string | undefined> = new Set([
  'EISDIR',
  'EPERM',
  'EINVAL',
  'ENOTSUP',
  'ENOENT',
  'EROFS',
]);

/**
 * Asks the disk for the names in a folder, or for what another process wrote to a file: a file whose content is on the disk is
 * still lost with its name if the machine stops. The trace of a write must be there before the write is sent.
 */
export const flush = async (path: string): Promise<void> => {
  try {
    const file = await opened(path, 'r');
    try {
      await synced(file);
    } finally {
      await closed(file);
    }
  } catch (error) {
    if (!notFlushed.has(codeOf(error))) throw error;
  }
};

/** The names in a folder say what an organization has, so it is its owner's, as its files. */
const folderMode = 0o700;

/** Node.js's own recursive mkdir never returns if a parent exists and yet answers ENOENT, as below /proc. */
const makeFolder = async (path: string): Promise<void> => {
  const make = async () => {
    try {
      await mkdir(path, folderMode);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return;
      throw error;
    }
    await flush(dirname(path));
  };
  try {
    await make();
  } catch (error) {
    const parent = dirname(path);
    if (codeOf(error) !== 'ENOENT' || parent === path) throw error;
    await makeFolder(parent);
    await make();
  }
};

/** Times that a folder is made before a file is opened in it: another process may remove the empty folder in between. */
const mostFolders = 2;

/** Makes a file by an action that needs its folder. */
export const inFolder = async <T>(path: string, make: () => Promise<T>): Promise<T> => {
  for (let made = 0; ; made += 1) {
    try {
      return await make();
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || made === mostFolders) throw error;
      await makeFolder(dirname(path));
    }
  }
};

const openNew = (path: string): Promise<number> => inFolder(path, () => opened(path, 'wx', 0o600));

/**
 * Writes a new file that only its owner can read; other processes may see it before it is complete.
 * @returns its modification time by the clock of the file system, in milliseconds since 1970
 */
export const writeNewFile = async (path: string, body: string): Promise<number> => {
  const file = await openNew(path);
  try {
    await written(file, body);
    return (await statsOf(file)).mtimeMs;
  } finally {
    await closed(file);
  }
};

/**
 * Gives a file a second name, which must be free.
 * @returns the file's modification time, in milliseconds since 1970
 */
export const linkFile = async (path: string, other: string): Promise<number> => {
  await inFolder(other, () => link(path, other));
  return (await stat(other)).mtimeMs;
};

/** Current time of a folder's file system, in milliseconds since 1970: its clock may differ from this machine's. */
export const fileSystemTime = async (folder: string): Promise<number> => {
  const path = join(folder, `${randomUUID()}${temporarySuffix}`);
  try {
    return await writeNewFile(path, '');
  } finally {
    await rm(path, { force: true });
  }
};

const writeAside = async (path: string, body: string): Promise<string> => {
  const aside = `${path}.${randomUUID()}${temporarySuffix}`;
  const file = await openNew(aside);
  try {
    await written(file, body);
    // A machine that stops after the file gets its name must not leave an empty one.
    await dataSynced(file);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  } finally {
    await closed(file);
  }
  return aside;
};

/**
 * Writes a file atomically unless the name exists.
 * @param assertPlace throws if the file must not get its name
 * @returns whether it was written
 */
export const createFile = async (path: string, body: string, assertPlace: () => void): Promise<boolean> => {
  const aside = await writeAside(path, body);
  try {
    assertPlace();
    // A link fails if the name exists, and never exposes a partial file.
    await link(aside, path);
    await flush(dirname(path));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
};

/**
 * Writes a file atomically, replacing an existing one.
 * @param around decides whether and when the new file, which has another name until then, replaces the old one
 */
export const replaceFile = async (
  path: string,
  body: string,
  around: (put: () => Promise<void>, aside: string) => Promise<void> = (put) => put(),
): Promise<void> => {
  const aside = await writeAside(path, body);
  try {
    await around(() => rename(aside, path), aside);
    await flush(dirname(path));
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
};

const removeEmptyFolders = async (root: string, path: string): Promise<void> => {
  for (let folder = dirname(path); folder.length > root.length; folder = dirname(folder)) {
    const removed = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (!removed) return;
  }
};

/** Removes a file, and the empty folders above it up to the root. A missing file is a success. */
export const removeFile = async (root: string, path: string): Promise<void> => {
  await unlessMissing(unlink(path));
  await removeEmptyFolders(root, path);
};
