import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { Measurement } from './measurement.ts';

const run = promisify(execFile);

/** CommonJS packages load modules of Node.js with `require`, which ES modules do not have. */
const banner = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** Bundles a file of this folder into a program. @returns its path */
export const programOf = async (file: string, folder: string): Promise<string> => {
  const outfile = join(folder, file.replace(/\.ts$/, '.mjs'));
  await build({
    entryPoints: [join(import.meta.dirname, file)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    external: ['esbuild'],
    banner: { js: banner },
    // It starts the platform from the sources.
    define: { 'import.meta.dirname': JSON.stringify(import.meta.dirname) },
  });
  return outfile;
};

/**
 * Runs a file of this folder as a bundle, each time in a process of its own. People get a bundle, and what runs sources
 * directly names each function when it is made, which takes an eighth of a pass.
 * @param use gets a function that runs the file and parses the JSON that it prints
 */
export const inBundle = async <T>(
  file: string,
  use: (once: (...args: readonly string[]) => Promise<unknown>) => Promise<T>,
): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-bench-'));
  try {
    const program = await programOf(file, folder);
    return await use(async (...args) => JSON.parse((await run(process.execPath, [program, ...args])).stdout));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The measurements that a file of this folder prints. */
export const measuredInBundle = (file: string): Promise<readonly Measurement[]> =>
  inBundle(file, async (once) => (await once()) as readonly Measurement[]);
