import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..', '..');
const functions = join(root, 'functions');

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
 * Where the build is told that it writes to. Source maps, and with them the names of the parts, hold the way from there
 * to the sources: from a place in the repository it is the same on every machine, wherever the bundles go.
 */
const asIf = join(root, 'bundles');

/**
 * Bundles every task into `outDir/<task>/index.mjs`, with what tasks share, and what each loads on its first call alone,
 * in `outDir/parts`, and source maps beside: what is deployed and what the tests load. Parts that a call does not need
 * are not even parsed, which is most of the time that a start takes. One build for all: a build for each takes five times
 * as long.
 * @returns names of the tasks that were bundled, in order
 * @throws esbuild's BuildFailure, naming file and line
 */
export const bundleFunctions = async (outDir: string): Promise<string[]> => {
  const files = (await readdir(functions)).filter((name) => name.endsWith('.ts')).sort();
  const tasks = files.map((name) => basename(name, '.ts'));
  const { outputFiles } = await build({
    write: false,
    entryPoints: Object.fromEntries(tasks.map((task) => [`${task}/index`, join(functions, `${task}.ts`)])),
    outdir: asIf,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
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
  for (const { path, contents } of outputFiles) {
    const file = join(outDir, relative(asIf, path));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
  return tasks;
};
