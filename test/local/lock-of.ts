import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** The path of an object's lock in a store at `root`, whose folder of locks it makes. */
export const lockOf = (root: string, key: string): string => {
  mkdirSync(join(root, '.locks'), { recursive: true });
  return join(root, '.locks', createHash('sha256').update(key).digest('hex'));
};
