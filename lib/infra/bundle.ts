import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

const functions = join(import.meta.dirname, '..', '..', 'functions');

/**
 * What every bundle begins with. Packages in CommonJS ask for Node.js' own modules by `require`, which an ES module has
 * not; and stack traces name the lines of the sources.
 */
const banner = [
  "import { createRequire as bundleRequire } from 'node:module';",
  'const require = bundleRequire(import.meta.url);',
  'process.setSourceMapsEnabled(true);',
].join('\n');

/**
 * Bundles every task, each by itself, into `outDir/<task>/index.mjs` with its source map: what is deployed and what
 * the tests load. One build for all, because starting one costs more than a whole bundle.
 * @returns names of the tasks that were bundled, in order
 * @throws esbuild's BuildFailure, naming file and line
 */
export const bundleFunctions = async (outDir: string): Promise<string[]> => {
  const files = (await readdir(functions)).filter((name) => name.endsWith('.ts')).sort();
  const tasks = files.map((name) => basename(name, '.ts'));
  await build({
    entryPoints: Object.fromEntries(tasks.map((task) => [`${task}/index`, join(functions, `${task}.ts`)])),
    outdir: outDir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    // The oldest Node.js that the sources are tested on; the runtime is newer.
    target: 'node20',
    mainFields: ['module', 'main'],
    minify: true,
    keepNames: false,
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'none',
    banner: { js: banner },
    logLevel: 'error',
  });
  return tasks;
};
