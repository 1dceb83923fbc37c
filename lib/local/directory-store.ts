import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join, resolve, sep } from 'node:path';
import { StoreConflict, StoreUnavailable } from '../contract/errors.ts';
import { hourMs } from '../core/model/durations.ts';
import type { PutCondition, Store, StoredObject } from '../ports.ts';
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

/** Age at which temporary files and locks count as left behind by a dead process. */
const leftoverMs = hourMs;

/** A store in a directory, with maintenance of its temporary files. */
export interface DirectoryStore extends Store {
  /** Removes the locks of all objects, even if held: only for use while no other process runs. */
  breakLocks(): Promise<void>;
  /** Removes the leftovers of dead processes: partly written files, and locks. */
  sweep(): Promise<void>;
}

const versionOf = (body: string) => createHash('sha256').update(body).digest('hex');

/** Runs a file operation; errors of the file system get the store's path and a remedy. */
const onDisk = async <T>(root: string, operation: () => Promise<T>): Promise<T> => {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof StoreConflict || error instanceof StoreUnavailable) throw error;
    if (error instanceof LockBusy) throw new StoreUnavailable(error.message);
    const { code } = error as NodeJS.ErrnoException;
    throw new StoreUnavailable(
      `cannot use the store ${root} (${code ?? String(error)}); ` +
        'set a writable directory with --store or HEADROOM_STORE',
    );
  }
};

const create = async (path: string, body: string): Promise<void> => {
  if (!(await createFile(path, body))) throw new StoreConflict('the object already exists');
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
        if (!(await isHeld())) throw new StoreConflict('this process was suspended, and another took its lock');
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

/** Tries of a walk through folders, which restarts if one of them was removed meanwhile. */
const maxWalks = 10;

/** Paths of all files below a folder; empty if the folder does not exist. */
const filesBelow = async (folder: string): Promise<string[]> => {
  for (let walk = 1; ; walk += 1) {
    try {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      if ((await unlessMissing(stat(folder))) === undefined) return [];
      // A folder below it was removed: a partial list would look complete.
      if (walk === maxWalks) throw error;
    }
  }
};

/**
 * A store in a directory. Writes are atomic (written to a temporary file, then renamed), also if the process dies; only
 * the owner can read the files.
 */
export const createDirectoryStore = (directory: string): DirectoryStore => {
  const root = resolve(directory);
  const pathOf = (key: string) => {
    if (key.split('/').some((name) => name === '' || name === '.' || name === '..') || key.includes('\0')) {
      throw new StoreUnavailable(`'${key}' is not a valid store key`);
    }
    return join(root, ...key.split('/'));
  };
  return {
    get: (key) =>
      onDisk(root, async (): Promise<StoredObject | undefined> => {
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
          const stats = await unlessMissing(stat(path));
          if (stats !== undefined && Math.abs(nowMs - stats.mtimeMs) > leftoverMs) await rm(path, { force: true });
        }
      }),
  };
};
