import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for what the files of this run share. */
    readonly runFolder: string;
  }
}

/** Makes the folder of a run, and removes it at the end. */
export const setup = (project: TestProject): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-run-'));
  project.provide('runFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
};
