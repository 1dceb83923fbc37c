import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Files in memory where the system has such a place: a store asks for every write to reach the disk, and waits for it. */
const inMemory = '/dev/shm';

const base = (): string => {
  try {
    accessSync(inMemory, constants.W_OK);
    return inMemory;
  } catch {
    return tmpdir();
  }
};

/** Calls something back at the end of what is under way, such as the running test. */
export type AtEnd = (end: () => void | Promise<void>) => void;

/** A directory of its own for the running test, removed after it, or for what ends otherwise. */
export const temporaryDirectory = (atEnd: AtEnd = onTestFinished): string => {
  const path = mkdtempSync(join(base(), 'headroom-test-'));
  atEnd(() => rmSync(path, { recursive: true, force: true }));
  return path;
};
