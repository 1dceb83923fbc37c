import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Ends the names of files that are being written; a process that died may leave one behind. */
export const temporarySuffix = '.tmp';

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** The result, or undefined when the file is not there. */
export const unlessMissing = <T>(operation: Promise<T>): Promise<T | undefined> =>
  operation.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });

const writeAside = async (path: string, body: string): Promise<string> => {
  await mkdir(dirname(path), { recursive: true });
  const aside = `${path}.${randomUUID()}${temporarySuffix}`;
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

/** Writes a file whole, in place of what was there. */
export const replaceFile = async (path: string, body: string): Promise<void> => {
  const aside = await writeAside(path, body);
  await rename(aside, path).catch(async (error: unknown) => {
    await rm(aside, { force: true });
    throw error;
  });
};
