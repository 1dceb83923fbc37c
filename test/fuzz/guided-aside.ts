import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { fuzz } from './guided.ts';

export interface GuidedFuzz {
  /** Name of the target. */
  readonly target: string;
  readonly seed: number;
  readonly runs: number;
}

type Found = Awaited<ReturnType<typeof fuzz>>;

/**
 * Guided searches in a process that has loaded nothing else: after each text, V8 counts all code that is loaded, which is
 * that of hundreds of files where tests share a process.
 */
export const fuzzAside = async (searches: readonly GuidedFuzz[]): Promise<readonly Found[]> => {
  const program = join(import.meta.dirname, 'guided-process.ts');
  const flags = ['--import', 'tsx', program, JSON.stringify(searches)];
  return JSON.parse((await promisify(execFile)(process.execPath, flags)).stdout);
};
