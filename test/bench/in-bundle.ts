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

/**
 * Runs a file of this folder as a bundle in a process of its own. People get a bundle, and what runs sources directly names
 * each function when it is made, which takes an eighth of a pass.
 * @returns the measurements that the file prints
 */
export const measuredInBundle = async (file: string): Promise<readonly Measurement[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-bench-'));
  const program = join(folder, 'program.mjs');
  try {
    await build({
      entryPoints: [join(import.meta.dirname, file)],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
      external: ['esbuild'],
      banner: { js: banner },
      // It starts the platform from the sources.
      define: { 'import.meta.dirname': JSON.stringify(import.meta.dirname) },
    });
    return JSON.parse((await run(process.execPath, [program])).stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
