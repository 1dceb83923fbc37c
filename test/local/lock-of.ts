import { createHash } from 'node:crypto';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The path of an object's lock in a store at `root`, whose folder of locks it makes. */
export const lockOf = (root: string, key: string): string => {
  mkdirSync(join(root, '.locks'), { recursive: true });
  return join(root, '.locks', createHash('sha256').update(key).digest('hex'));
};

/** Sets the modification time of a file, in milliseconds from now. */
export const setAge = (file: string, fromNowMs: number) => {
  const at = (Date.now() + fromNowMs) / 1000;
  utimesSync(file, at, at);
};

/** A lock file of another process. */
export const leaveLock = (path: string, ending: string, text: string, fromNowMs: number) => {
  const file = `${path}${ending}`;
  writeFileSync(file, text);
  setAge(file, fromNowMs);
  return file;
};
