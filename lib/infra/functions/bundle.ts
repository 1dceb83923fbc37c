import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { build, type Metafile } from 'esbuild';

const root = join(import.meta.dirname, '..', '..', '..');
const functions = join(root, 'functions');

/**
 * First lines of every bundle. CommonJS packages load Node.js modules with `require`, which ES modules do not
 * have; source maps let stack traces name source lines.
 */
const banner = [
  "import { createRequire as bundleRequire } from 'node:module';",
  'const require = bundleRequire(import.meta.url);',
  'process.setSourceMapsEnabled(true);',
].join('\n');

/**
 * The nominal output folder of the build. Source maps, and with them the hashes of the parts, contain the path from
 * there to the sources: relative to the repository it is the same on every machine, wherever the bundles go.
 */
const nominalOutput = join(root, 'bundles');

/**
 * Bundles every task into `outDir/<task>/index.mjs`; code that tasks share or load on their first call goes to
 * `outDir/parts`, each with its source map. The deployment and the tests load the same files. A call does not even
 * parse the parts that it does not need, which saves most of the start time. One build for all tasks: one build per
 * task takes five times as long.
 * @returns names of the bundled tasks, in order, and esbuild's metafile
 * @throws esbuild's BuildFailure, naming file and line
 */
export const bundleFunctions = async (
  outDir: string,
  { sourceMaps = true } = {},
): Promise<{ readonly tasks: readonly string[]; readonly metafile: Metafile }> => {
  const files = (await readdir(functions)).filter((name) => name.endsWith('.ts')).sort();
  const tasks = files.map((name) => basename(name, '.ts'));
  const { outputFiles, metafile } = await build({
    write: false,
    entryPoints: {
      ...Object.fromEntries(tasks.map((task) => [`${task}/index`, join(functions, `${task}.ts`)])),
      // CloudFormation calls it, no workflow: it is no task.
      'put-policy/index': join(root, 'lib', 'aws', 'policy-resource.ts'),
    },
    outdir: nominalOutput,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    platform: 'node',
    format: 'esm',
    // The oldest tested Node.js version; the runtime is newer.
    target: 'node20',
    mainFields: ['module', 'main'],
    minify: true,
    keepNames: false,
    sourcemap: sourceMaps && 'linked',
    metafile: true,
    sourcesContent: false,
    legalComments: 'none',
    banner: { js: banner },
    logLevel: 'error',
  });
  for (const { path, contents } of outputFiles) {
    const file = join(outDir, relative(nominalOutput, path));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
  return { tasks, metafile };
};
