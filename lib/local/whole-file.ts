import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Ends the names of files that are being written; a process that died may leave one behind. */
export const temporarySuffix = '.tmp';

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** The result, or undefined when the file is not there. */
export const unlessMissing = <T>(operation: Promise<T>): Promise<T | undefined> =>
  operation.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });

/** Node.js's own recursive mkdir never returns where a parent is there and yet answers ENOENT, as below /proc. */
const makeFolder = async (path: string): Promise<void> => {
  const make = () =>
    mkdir(path).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  try {
    await make();
  } catch (error) {
    const parent = dirname(path);
    if (codeOf(error) !== 'ENOENT' || parent === path) throw error;
    await makeFolder(parent);
    await make();
  }
};

const openNew = async (path: string) => {
  const openIt = async () => {
    await makeFolder(dirname(path));
    return open(path, 'wx', 0o600);
  };
  // Somebody may remove the folder as empty between making it and opening the file in it.
  return (await unlessMissing(openIt())) ?? openIt();
};

/**
 * Writes a file that is not there yet, readable by its owner alone; others may see it before it is whole.
 * @returns when it was written by the clock of the file system, in milliseconds since 1970
 */
export const writeNewFile = async (path: string, body: string): Promise<number> => {
  const file = await openNew(path);
  try {
    await file.writeFile(body);
    return (await file.stat()).mtimeMs;
  } finally {
    await file.close();
  }
};

/** What time it is for the file system of a folder, in milliseconds since 1970: its clock is not always ours. */
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
    await file.writeFile(body);
    await file.sync();
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return aside;
};

/** Writes a file whole, unless one of that name is there. @returns whether it was written */
export const createFile = async (path: string, body: string): Promise<boolean> => {
  const aside = await writeAside(path, body);
  try {
    // Linking fails when the name exists, and never shows half a file.
    await link(aside, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
};

/**
 * Writes a file whole, in place of what was there.
 * @param around decides whether, and when, what is written takes its place
 */
export const replaceFile = async (
  path: string,
  body: string,
  around: (put: () => Promise<void>) => Promise<void> = (put) => put(),
): Promise<void> => {
  const aside = await writeAside(path, body);
  try {
    await around(() => rename(aside, path));
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

/** Removes a file, and the folders above it that are empty then, up to the root. A file that is not there is fine. */
export const removeFile = async (root: string, path: string): Promise<void> => {
  await rm(path, { force: true });
  await removeEmptyFolders(root, path);
};

/** Moves a file below the root, in place of what is there, and its empty folders go. A file that is not there is fine. */
export const moveFile = async (root: string, from: string, to: string): Promise<void> => {
  await makeFolder(dirname(to));
  await unlessMissing(rename(from, to));
  await removeEmptyFolders(root, from);
};
