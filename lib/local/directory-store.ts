import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { StoreConflict, StoreUnavailable } from '../contract/errors.ts';
import type { PutCondition, Store, Stored } from '../ports.ts';

const temporary = '.tmp';
const lockSuffix = '.lock';
/** A lock is held for one small write; one this old belongs to a process that died. */
const staleLockMs = 10_000;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
const versionOf = (body: string) => createHash('sha256').update(body).digest('hex');

/** Runs a file operation; what the file system refuses is said with the place and the mend. */
const onDisk = async <T>(root: string, operation: () => Promise<T>): Promise<T> => {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof StoreConflict || error instanceof StoreUnavailable) throw error;
    throw new StoreUnavailable(
      `the store ${root} cannot be used (${codeOf(error) ?? String(error)}); ` +
        'give a directory that can be written, with --store or HEADROOM_STORE',
    );
  }
};

const missing = <T>(operation: Promise<T>): Promise<T | undefined> =>
  operation.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });

const writeAside = async (path: string, body: string): Promise<string> => {
  await mkdir(dirname(path), { recursive: true });
  const aside = `${path}.${randomUUID()}${temporary}`;
  const file = await open(aside, 'wx', 0o600);
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

/** Writes only if nothing is there: linking fails when the name exists. */
const create = async (path: string, body: string): Promise<void> => {
  const aside = await writeAside(path, body);
  try {
    await link(aside, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new StoreConflict('the object is there already');
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
};

const replace = async (path: string, body: string): Promise<void> => {
  const aside = await writeAside(path, body);
  await rename(aside, path).catch(async (error: unknown) => {
    await rm(aside, { force: true });
    throw error;
  });
};

/** Compares and writes under a lock file, because the file system has no conditional rename. */
const replaceVersion = async (path: string, body: string, version: string): Promise<void> => {
  const lock = `${path}${lockSuffix}`;
  const locked = await missing(stat(lock));
  if (locked !== undefined && Date.now() - locked.mtimeMs > staleLockMs) await rm(lock, { force: true });
  const handle = await open(lock, 'wx').catch((error: unknown) => {
    throw codeOf(error) === 'EEXIST' ? new StoreConflict('the object is being written by another process') : error;
  });
  try {
    const now = await missing(readFile(path, 'utf8'));
    if (now === undefined || versionOf(now) !== version) throw new StoreConflict('the object has changed');
    await replace(path, body);
  } finally {
    await handle.close();
    await rm(lock, { force: true });
  }
};

/**
 * A store in a directory. Writes are whole or not at all (written aside, then renamed), also when the process dies; files
 * can be read by their owner alone.
 */
export const createDirectoryStore = (root: string): Store => {
  const pathOf = (key: string) => {
    if (key.split('/').some((name) => name === '' || name === '.' || name === '..') || key.includes('\0')) {
      throw new StoreUnavailable(`'${key}' cannot be a key of the store`);
    }
    return join(root, ...key.split('/'));
  };
  return {
    get: (key) =>
      onDisk(root, async (): Promise<Stored | undefined> => {
        const body = await missing(readFile(pathOf(key), 'utf8'));
        return body === undefined ? undefined : { body, version: versionOf(body) };
      }),
    put: (key, body, condition?: PutCondition) =>
      onDisk(root, () => {
        const path = pathOf(key);
        if (condition === undefined) return replace(path, body);
        return 'ifAbsent' in condition ? create(path, body) : replaceVersion(path, body, condition.ifVersion);
      }),
    list: (prefix) =>
      onDisk(root, async () => {
        const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
        const found = await missing(readdir(join(root, folder), { recursive: true, withFileTypes: true }));
        return (found ?? [])
          .filter((entry) => entry.isFile() && !entry.name.endsWith(temporary) && !entry.name.endsWith(lockSuffix))
          .map((entry) =>
            join(entry.parentPath, entry.name)
              .slice(root.length + 1)
              .split(sep)
              .join('/'),
          )
          .filter((key) => key.startsWith(prefix))
          .sort();
      }),
    delete: (key) => onDisk(root, () => rm(pathOf(key), { force: true })),
  };
};
