import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Size of a bundle in kilobytes, rounded up: the file and all that it imports, at once or on demand. */
export const kilobytesOf = (entry: string): number => {
  const files = new Set([entry]);
  for (const file of files) {
    for (const [, imported] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+\.mjs)"/g))
      files.add(join(dirname(file), imported ?? ''));
  }
  return Math.ceil([...files].reduce((sum, file) => sum + statSync(file).size, 0) / 1000);
};
