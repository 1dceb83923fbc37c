import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import { StoreConflict, StoreUnavailable } from '../contract/errors.ts';
import { hourMs } from '../core/model/durations.ts';
import type { PutCondition, Store, Stored } from '../ports.ts';
import { isLockFile, LockBusy, shortPause, withFileLock } from './file-lock.ts';
import {
  createFile,
  fileSystemTime,
  moveFile,
  removeFile,
  replaceFile,
  temporarySuffix,
  unlessMissing,
} from './whole-file.ts';

/** Files of this age that are being written, or locks, were left by processes that died. */
const leftoverMs = hourMs;

/** A store in a directory, and what else lies there. */
export interface DirectoryStore extends Store {
  /** Removes the locks of all objects, whoever holds them: for a person who knows that no other process is at work. */
  breakLocks(): Promise<void>;
  /** Removes what processes that died have left: files half written, and locks. */
  sweep(): Promise<void>;
}

const versionOf = (body: string) => createHash('sha256').update(body).digest('hex');

/** Runs a file operation; what the file system refuses is said with the place and the mend. */
const onDisk = async <T>(root: string, operation: () => Promise<T>): Promise<T> => {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof StoreConflict || error instanceof StoreUnavailable) throw error;
    if (error instanceof LockBusy) throw new StoreUnavailable(error.message);
    const { code } = error as NodeJS.ErrnoException;
    throw new StoreUnavailable(
      `the store ${root} cannot be used (${code ?? String(error)}); ` +
        'give a directory that can be written, with --store or HEADROOM_STORE',
    );
  }
};

const create = async (path: string, body: string): Promise<void> => {
  if (!(await createFile(path, body))) throw new StoreConflict('the object is there already');
};

/** Compares and writes under a lock, because the file system has no conditional rename. */
const replaceVersion = async (path: string, body: string, version: string): Promise<void> => {
  const assertUnchanged = async () => {
    const now = await unlessMissing(readFile(path, 'utf8'));
    if (now === undefined || versionOf(now) !== version) throw new StoreConflict('the object has changed');
  };
  await assertUnchanged();
  await replaceFile(path, body, (put) =>
    withFileLock(
      path,
      async (isHeld) => {
        await assertUnchanged();
        if (!(await isHeld())) throw new StoreConflict('this process stood still, and another took its lock');
        await put();
      },
      async (turn) => {
        await shortPause(turn);
        await assertUnchanged();
      },
    ),
  );
};

const isObject = (name: string) => !name.endsWith(temporarySuffix) && !isLockFile(name);

/** How often a walk through folders is begun anew because one of them was removed meanwhile. */
const mostWalks = 10;

/** Paths of all files below a folder; none when it is not there. */
const filesBelow = async (folder: string): Promise<string[]> => {
  for (let walk = 1; ; walk += 1) {
    try {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      if ((await unlessMissing(stat(folder))) === undefined) return [];
      // A folder below it is gone: half a list would look like a whole one.
      if (walk === mostWalks) throw error;
    }
  }
};

/**
 * A store in a directory. Writes are whole or not at all (written aside, then renamed), also when the process dies; files
 * can be read by their owner alone.
 */
export const createDirectoryStore = (directory: string): DirectoryStore => {
  const root = resolve(directory);
  const pathOf = (key: string) => {
    if (key.split('/').some((name) => name === '' || name === '.' || name === '..') || key.includes('\0')) {
      throw new StoreUnavailable(`'${key}' cannot be a key of the store`);
    }
    return join(root, ...key.split('/'));
  };
  return {
    get: (key) =>
      onDisk(root, async (): Promise<Stored | undefined> => {
        const body = await unlessMissing(readFile(pathOf(key), 'utf8'));
        return body === undefined ? undefined : { body, version: versionOf(body) };
      }),
    put: (key, body, condition?: PutCondition) =>
      onDisk(root, () => {
        const path = pathOf(key);
        if (condition === undefined) return replaceFile(path, body);
        return 'ifAbsent' in condition ? create(path, body) : replaceVersion(path, body, condition.ifVersion);
      }),
    list: (prefix) =>
      onDisk(root, async () =>
        (await filesBelow(join(root, prefix.slice(0, prefix.lastIndexOf('/') + 1))))
          .filter((path) => isObject(basename(path)))
          .map((path) =>
            path
              .slice(root.length + 1)
              .split(sep)
              .join('/'),
          )
          .filter((key) => key.startsWith(prefix))
          .sort(),
      ),
    delete: (key) => onDisk(root, () => removeFile(root, pathOf(key))),
    move: (from, to) => onDisk(root, () => moveFile(root, pathOf(from), pathOf(to))),
    breakLocks: () =>
      onDisk(root, async () => {
        for (const path of await filesBelow(root)) if (isLockFile(basename(path))) await rm(path, { force: true });
      }),
    sweep: () =>
      onDisk(root, async () => {
        const leftovers = (await filesBelow(root)).filter((path) => !isObject(basename(path)));
        if (leftovers.length === 0) return;
        const nowMs = await fileSystemTime(root);
        for (const path of leftovers) {
          const made = await unlessMissing(stat(path));
          if (made !== undefined && Math.abs(nowMs - made.mtimeMs) > leftoverMs) await rm(path, { force: true });
        }
      }),
  };
};
