import { readFile, rm } from 'node:fs/promises';
import { isOver, ownProcess, type ProcessName } from './own-process.ts';
import { createFile, unlessMissing } from './whole-file.ts';

const holderOf = async (lock: string): Promise<ProcessName | undefined> => {
  const body = await unlessMissing(readFile(lock, 'utf8'));
  return body === undefined ? undefined : JSON.parse(body);
};

const isAbandoned = async (lock: string): Promise<boolean> => {
  const holder = await holderOf(lock);
  return holder !== undefined && isOver(holder);
};

/**
 * Removes the lock of a process that is over. Only who holds the breaker may do that: otherwise two could see the same
 * abandoned lock, and the slower one would remove the lock that the quicker one has taken since.
 */
const breakAbandoned = async (lock: string): Promise<void> => {
  if (!(await isAbandoned(lock))) return;
  const breaker = `${lock}.break`;
  if (!(await createFile(breaker, JSON.stringify(ownProcess())))) return;
  try {
    if (await isAbandoned(lock)) await rm(lock, { force: true });
  } finally {
    await rm(breaker, { force: true });
  }
};

/** Does something while holding the lock file. @returns undefined when another process holds it */
export const withFileLock = async <T>(lock: string, action: () => Promise<T>): Promise<T | undefined> => {
  await breakAbandoned(lock);
  if (!(await createFile(lock, JSON.stringify(ownProcess())))) return undefined;
  try {
    return await action();
  } finally {
    await rm(lock, { force: true });
  }
};
