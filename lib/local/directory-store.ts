import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { StoreConflict, StoreUnavailable } from '../contract/errors.ts';
import { hourMs } from '../core/model/durations.ts';
import type { PutCondition, Store, StoredObject } from '../ports.ts';
import { isLog, logText } from '../run/store/logs.ts';
import { LockBusy, shortPause, withLock } from './file-lock.ts';
import { createLogFiles } from './log-file.ts';
import { assertNoLinks, linkRefused, NoObject, readWhole } from './read-whole.ts';
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

const notAllowed = (path: string, code: string): StoreUnavailable =>
  new StoreUnavailable(
    `this user may not use ${path} (${code}); give it and the folders above it to the user who runs ` +
      'Headroom, or set a writable directory with --store or HEADROOM_STORE',
  );

/**
 * Text of the object at a path; undefined if there is none. It looks for links afterwards, so none counts that was there as it read.
 * @throws StoreUnavailable that names the path if it is no object
 */
const textBelow = async (root: string, path: string): Promise<string | undefined> => {
  try {
    const text = await unlessMissing(readWhole(path));
    assertNoLinks(root, path);
    return text;
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
    const failing = dest ?? path ?? root;
    if (code === 'EISDIR') throw noObject(failing, 'it is a folder');
    if (code === 'ELOOP') throw linkRefused(failing);
    if (code === 'EACCES' || code === 'EPERM') throw notAllowed(failing, code);
    throw new StoreUnavailable(
      `cannot use the store ${root} (${code ?? String(error)}); ` +
        'set a writable directory with --store or HEADROOM_STORE',
    );
  }
};

/** Characters from which on a look at the name costs less than writing a file that finds it taken. */
const largeFrom = 64 * 1024;

const create = async (root: string, path: string, body: string): Promise<void> => {
  const isTaken = body.length >= largeFrom && (await unlessMissing(stat(path))) !== undefined;
  if (isTaken || !(await createFile(path, body, () => assertNoLinks(root, path))))
    throw new StoreConflict('the object already exists');
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
  assertNoLinks(root, join(root, locksFolder));
  const assertUnchanged = async () => {
    const now = await textBelow(root, path);
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

/** Paths of all files and links below a folder, without what the links lead to; empty if the folder does not exist. */
const entriesBelow = async (folder: string): Promise<{ readonly files: string[]; readonly links: string[] }> => {
  for (let walk = 1; ; walk += 1) {
    try {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return {
        files: entries.filter((entry) => entry.isFile()).map(pathOfEntry),
        links: entries.filter((entry) => entry.isSymbolicLink()).map(pathOfEntry),
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      if ((await unlessMissing(stat(folder))) === undefined) return { files: [], links: [] };
      // A folder below it was removed: a partial list would look complete.
      if (walk === maxWalks) throw error;
    }
  }
};

/** Keys of a store that begin with a prefix, in order. @throws StoreUnavailable at a link: what is behind it would be left out */
const keysIn = async (root: string, prefix: string): Promise<string[]> => {
  const folder = join(root, prefix.slice(0, prefix.lastIndexOf('/') + 1));
  assertNoLinks(root, folder);
  const { files, links } = await entriesBelow(folder);
  const keyOf = (path: string) =>
    path
      .slice(root.length + 1)
      .split(sep)
      .join('/');
  const isWanted = (path: string) => isObject(path) && keyOf(path).startsWith(prefix);
  const link = links.find(isWanted);
  if (link !== undefined) throw linkRefused(link);
  return files.filter(isWanted).map(keyOf).sort();
};

/**
 * A store in a directory. Writes are atomic (written to a temporary file, then renamed), also if the process dies; only
 * the owner can read the files.
 */
export const createDirectoryStore = (directory: string): DirectoryStore => {
  const root = resolve(directory);
  const textAt = (path: string) => textBelow(root, path);
  const logs = createLogFiles(textAt, (path) => assertNoLinks(root, path));
  const pathOf = (key: string) => {
    const names = key.split('/');
    if (names.some((name) => noNames.has(name)) || key.includes('\0')) {
      throw new StoreUnavailable(`'${key}' is not a valid store key`);
    }
    return join(root, ...names);
  };
  const pathToChange = (key: string) => {
    const path = pathOf(key);
    assertNoLinks(root, path);
    return path;
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
        const path = pathToChange(key);
        logs.forget(path);
        // The folder may have become a link meanwhile.
        const put = (rename: () => Promise<void>) => {
          assertNoLinks(root, path);
          return rename();
        };
        if (condition === undefined) return replaceFile(path, body, put);
        return 'ifAbsent' in condition
          ? create(root, path, body)
          : replaceVersion(root, key, body, condition.ifVersion);
      }),
    append: (key, record) => onDisk(root, () => logs.append(pathToChange(key), record)),
    readLog: (key, from = 0) =>
      onDisk(root, async () =>
        (await logs.read(pathOf(key)))
          .filter(({ number }) => number >= from)
          .map(({ number, body }) => ({ number, body })),
      ),
    list: (prefix) => onDisk(root, () => keysIn(root, prefix)),
    delete: (key) =>
      onDisk(root, () => {
        logs.forget(pathOf(key));
        return removeFile(root, pathToChange(key));
      }),
    breakLocks: () =>
      onDisk(root, async () => {
        for (const path of (await entriesBelow(root)).files) if (isLock(path)) await unlessMissing(unlink(path));
      }),
    sweep: () =>
      onDisk(root, async () => {
        const leftovers = (await entriesBelow(root)).files.filter((path) => !isObject(path));
        if (leftovers.length === 0) return;
        const nowMs = await fileSystemTime(root);
        for (const path of leftovers) {
          const stats = await unlessMissing(stat(path));
          if (stats !== undefined && Math.abs(nowMs - stats.mtimeMs) > leftoverMs) await unlessMissing(unlink(path));
        }
      }),
  };
};
