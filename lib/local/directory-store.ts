import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { StoreConflict, StoreUnavailable } from '../contract/errors.ts';
import type { PutCondition, Store, Stored } from '../ports.ts';
import { withFileLock } from './file-lock.ts';
import { createFile, removeFile, replaceFile, temporarySuffix, unlessMissing } from './whole-file.ts';

const lockSuffix = '.lock';

const versionOf = (body: string) => createHash('sha256').update(body).digest('hex');

/** Runs a file operation; what the file system refuses is said with the place and the mend. */
const onDisk = async <T>(root: string, operation: () => Promise<T>): Promise<T> => {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof StoreConflict || error instanceof StoreUnavailable) throw error;
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
  const done = await withFileLock(`${path}${lockSuffix}`, async () => {
    const now = await unlessMissing(readFile(path, 'utf8'));
    if (now === undefined || versionOf(now) !== version) throw new StoreConflict('the object has changed');
    await replaceFile(path, body);
    return true;
  });
  if (done === undefined) throw new StoreConflict('the object is being written by another process');
};

const isObject = (name: string) =>
  ![temporarySuffix, lockSuffix, `${lockSuffix}.break`].some((end) => name.endsWith(end));

/**
 * A store in a directory. Writes are whole or not at all (written aside, then renamed), also when the process dies; files
 * can be read by their owner alone.
 */
export const createDirectoryStore = (directory: string): Store => {
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
      onDisk(root, async () => {
        const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
        const found = await unlessMissing(readdir(join(root, folder), { recursive: true, withFileTypes: true }));
        return (found ?? [])
          .filter((entry) => entry.isFile() && isObject(entry.name))
          .map((entry) =>
            join(entry.parentPath, entry.name)
              .slice(root.length + 1)
              .split(sep)
              .join('/'),
          )
          .filter((key) => key.startsWith(prefix))
          .sort();
      }),
    delete: (key) => onDisk(root, () => removeFile(root, pathOf(key))),
  };
};
