import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { StoreConflict, StoreUnavailable } from '../contract/errors.ts';
import { hourMs } from '../core/model/durations.ts';
import type { PutCondition, Store, StoredObject } from '../ports.ts';
import { isLog, logText } from '../run/store/logs.ts';
import { LockBusy, shortPause, withLock } from './file-lock.ts';
import { createLogFiles } from './log-file.ts';
import { NoObject, readWhole } from './read-whole.ts';
import { createFile, fileSystemTime, removeFile, replaceFile, temporarySuffix, unlessMissing } from './whole-file.ts';

/** Age at which temporary files and locks count as left behind by a dead process. */
const leftoverMs = hourMs;

/** A store in a directory, with maintenance of its temporary files. */
export interface DirectoryStore extends Store {
  /** Removes the locks of all objects, even if held: only for use while no other process runs. */
  breakLocks(): Promise<void>;
  /** Removes the leftovers of dead processes: partly written files, and locks. */
  sweep(): Promise<void>;
}

const versionOf = (body: string): string => createHash('sha256').update(body).digest('hex');

/** An object whose version is computed only if a write depends on it. */
const storedObject = (body: string): StoredObject => {
  let version: string | undefined;
  return {
    body,
    get version() {
      version ??= versionOf(body);
      return version;
    },
  };
};

const noObject = (path: string, problem: string): StoreUnavailable =>
  new StoreUnavailable(
    `${path} is no object of the store: ${problem}; move it away, or restore the object from a backup`,
  );

/** Text of the object at a path; undefined if there is none. @throws StoreUnavailable that names the path if it is no object */
const textAt = async (path: string): Promise<string | undefined> => {
  try {
    return await unlessMissing(readWhole(path));
  } catch (error) {
    throw error instanceof NoObject ? noObject(path, error.message) : error;
  }
};

/** Runs a file operation; errors of the file system get the store's path and a remedy. */
const onDisk = async <T>(root: string, operation: () => Promise<T>): Promise<T> => {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof StoreConflict || error instanceof StoreUnavailable) throw error;
    if (error instanceof LockBusy) throw new StoreUnavailable(error.message);
    const { code, path, dest } = error as NodeJS.ErrnoException & { readonly dest?: string };
    if (code === 'EISDIR') throw noObject(dest ?? path ?? root, 'it is a folder');
    throw new StoreUnavailable(
      `cannot use the store ${root} (${code ?? String(error)}); ` +
        'set a writable directory with --store or HEADROOM_STORE',
    );
  }
};

/** Characters from which on a look at the name costs less than writing a file that finds it taken. */
const largeFrom = 64 * 1024;

const create = async (path: string, body: string): Promise<void> => {
  const isTaken = body.length >= largeFrom && (await unlessMissing(stat(path))) !== undefined;
  if (isTaken || !(await createFile(path, body))) throw new StoreConflict('the object already exists');
};

/**
 * Folder of the claims to all locks: beside the objects, finding rivals would take time in proportion to the objects of the
 * folder.
 */
const locksFolder = '.locks';

/** No part of a key has such a name. */
const noNames: ReadonlySet<string> = new Set(['', '.', '..', locksFolder]);

/** Compares and writes under a lock, because the file system has no conditional rename. */
const replaceVersion = async (root: string, key: string, body: string, version: string): Promise<void> => {
  const path = join(root, ...key.split('/'));
  const assertUnchanged = async () => {
    const now = await textAt(path);
    if (now === undefined || versionOf(now) !== version) throw new StoreConflict('the object has changed');
  };
  await replaceFile(path, body, (put, aside) =>
    withLock(
      { folder: join(root, locksFolder), name: versionOf(key), claim: aside },
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

const isLock = (path: string): boolean => basename(dirname(path)) === locksFolder;

const isObject = (path: string): boolean => !path.endsWith(temporarySuffix) && !isLock(path);

/** Tries of a walk through folders, which restarts if one of them was removed meanwhile. */
const maxWalks = 10;

const pathOfEntry = ({ parentPath, name }: Dirent): string => join(parentPath, name);

/**
 * The file that a link leads to, or all files of the folder behind it, under the name of the link: reading follows links, so a
 * list without them would leave objects out.
 * @param above folders behind the links on the way to this one
 */
const filesBehind = async (link: string, above: ReadonlySet<string>): Promise<string[]> => {
  const target = await unlessMissing(stat(link));
  if (!target?.isDirectory()) return target?.isFile() ? [link] : [];
  const folder = await realpath(link);
  if (above.has(folder)) throw new StoreUnavailable(`${link} is a link that leads back to itself; remove it`);
  return filesBelow(link, new Set([...above, folder]));
};

/** Paths of all files below a folder; empty if the folder does not exist. */
const filesBelow = async (folder: string, above: ReadonlySet<string> = new Set()): Promise<string[]> => {
  for (let walk = 1; ; walk += 1) {
    try {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map(pathOfEntry);
      const links = entries.filter((entry) => entry.isSymbolicLink()).map(pathOfEntry);
      for (const link of links) files.push(...(await filesBehind(link, above)));
      return files;
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
  const logs = createLogFiles(textAt);
  const pathOf = (key: string) => {
    const names = key.split('/');
    if (names.some((name) => noNames.has(name)) || key.includes('\0')) {
      throw new StoreUnavailable(`'${key}' is not a valid store key`);
    }
    return join(root, ...names);
  };
  return {
    get: (key) =>
      onDisk(root, async (): Promise<StoredObject | undefined> => {
        const path = pathOf(key);
        const body = isLog(key) ? logText(await logs.read(path)) || undefined : await textAt(path);
        return body === undefined ? undefined : storedObject(body);
      }),
    put: (key, body, condition?: PutCondition) =>
      onDisk(root, () => {
        const path = pathOf(key);
        logs.forget(path);
        if (condition === undefined) return replaceFile(path, body);
        return 'ifAbsent' in condition ? create(path, body) : replaceVersion(root, key, body, condition.ifVersion);
      }),
    append: (key, record) => onDisk(root, () => logs.append(pathOf(key), record)),
    readLog: (key, from = 0) =>
      onDisk(root, async () =>
        (await logs.read(pathOf(key)))
          .filter(({ number }) => number >= from)
          .map(({ number, body }) => ({ number, body })),
      ),
    list: (prefix) =>
      onDisk(root, async () =>
        (await filesBelow(join(root, prefix.slice(0, prefix.lastIndexOf('/') + 1))))
          .filter(isObject)
          .map((path) =>
            path
              .slice(root.length + 1)
              .split(sep)
              .join('/'),
          )
          .filter((key) => key.startsWith(prefix))
          .sort(),
      ),
    delete: (key) =>
      onDisk(root, () => {
        logs.forget(pathOf(key));
        return removeFile(root, pathOf(key));
      }),
    breakLocks: () =>
      onDisk(root, async () => {
        for (const path of await filesBelow(root)) if (isLock(path)) await unlessMissing(unlink(path));
      }),
    sweep: () =>
      onDisk(root, async () => {
        const leftovers = (await filesBelow(root)).filter((path) => !isObject(path));
        if (leftovers.length === 0) return;
        const nowMs = await fileSystemTime(root);
        for (const path of leftovers) {
          const stats = await unlessMissing(stat(path));
          if (stats !== undefined && Math.abs(nowMs - stats.mtimeMs) > leftoverMs) await unlessMissing(unlink(path));
        }
      }),
  };
};
