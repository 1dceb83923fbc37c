import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';

/**
 * Modules of Node.js whose import takes milliseconds: it reads every member, also those that load more of Node.js or open a
 * stream. The first call of a function of `node:v8` comes long after the start, if at all, and loads the module.
 */
const costly = /^node:(?:fs|http|process|util|v8)$/;
const calledOnly = 'node:v8';

/** Exports that read one member of a module each, so that a bundle keeps only what it uses. */
const exportsOf = (path: string): string => {
  const all = `process.getBuiltinModule(${JSON.stringify(path)})`;
  const names = Object.keys(process.getBuiltinModule(path) ?? {}).filter((name) => /^[A-Za-z]\w*$/.test(name));
  if (path === calledOnly)
    return names.map((name) => `export const ${name} = (...values) => ${all}.${name}(...values);`).join('\n');
  const members = names.map((name) => `export const ${name} = /* @__PURE__ */ member(${JSON.stringify(name)});`);
  return [`const all = ${all};`, 'const member = (name) => all[name];', ...members, 'export default all;'].join('\n');
};

/** Reads only those members of costly modules of Node.js that the functions use. */
const membersOfNode: Plugin = {
  name: 'members-of-node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: costly }, ({ path, kind, importer }) => {
      if (kind !== 'import-statement') return undefined;
      // Code for AWS gets its own, or what all functions share would be parts of their own.
      const suffix = /[\\/]node_modules[\\/]@(?:aws-sdk|smithy)[\\/]/.test(importer) ? '?aws' : '';
      return { path, namespace: 'node', suffix, sideEffects: false };
    });
    onLoad({ filter: /./, namespace: 'node' }, ({ path }) => ({ contents: exportsOf(path) }));
  },
};

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

const adapters = (names: string) => names.split(' ').map((name) => join(root, 'lib', 'aws', `${name}.ts`));
const tasksNamed = (names: string) => names.split(' ').map((name) => join(functions, `${name}.ts`));

/** Every task writes logs and metrics, and reads the store; almost every one takes turns for calls. */
const ofEveryTask = adapters('open-ports telemetry s3-store open-limiter');

/**
 * Modules that functions load in addition to the ones they name, so that they share few large parts: esbuild makes a part for each set of entries
 * that share code, and Node.js needs half a millisecond of processor time for each, its source map included.
 */
const groups = [
  { members: /./, sources: ofEveryTask },
  { members: /^(?!retire-token|rotate-token)/, sources: tasksNamed('ask deliver survey watch-services') },
  { members: /^(?!retire-token|rotate-token|deliver|plan|report)/, sources: adapters('open-platform') },
  { members: /^(?!retire-token|rotate-token|plan)/, sources: adapters('event-bus') },
  { members: /^(?:apply|discover|plan|report)$/, sources: tasksNamed('apply discover report') },
];

const importsOf = (sources: readonly string[], own = '') =>
  sources.map((source) => (source === own ? '' : `import ${JSON.stringify(source)};`)).join('');

/** Code that is loaded on demand, and always after that of every task. */
const onDemand =
  /[\\/]lib[\\/]aws[\\/](?:channels|event-bus|open-limiter|open-platform|open-ports|open-tokens|retirement|s3-store|telemetry)\.ts$|[\\/]@aws-sdk[\\/](?:credential-provider-[\w-]+[\\/]dist-es[\\/](?:index|loadSso)|nested-clients[\\/]dist-es[\\/]submodules[\\/][\w-]+[\\/]index)\.js$|[\\/]submodules[\\/]event-streams[\\/]index\.js$/;

/**
 * Modules of the HTTP client that no function reaches, as in the program (`bin/bundle-replacements.mjs`): HTTP/2, bodies of
 * fetch, and its parser for processors without vector instructions, which no function gets.
 */
const unreached = /^node:http2$|\/web\/fetch\/body\.js$|\/client-h2\.js$|\/llhttp-wasm\.js$/;

const withoutUnreached: Plugin = {
  name: 'without-unreached',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: unreached }, ({ path, importer }) =>
      /[\\/]node_modules[\\/]undici[\\/]/.test(importer) ? { path, namespace: 'unreached' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'unreached' }, () => ({ contents: 'module.exports = { constants: {} };' }));
  },
};

/** The entry of each function, and code on demand, behind the parts that they share. */
const sharedParts: Plugin = {
  name: 'shared-parts',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^task:/ }, ({ path }) => ({ path: path.slice('task:'.length), namespace: 'task' }));
    onLoad({ filter: /./, namespace: 'task' }, ({ path: task }) => {
      const shared = groups.filter(({ members }) => members.test(task)).flatMap(({ sources }) => sources);
      return { contents: `${importsOf(shared)}export * from './${task}.ts';`, resolveDir: functions };
    });
    onLoad({ filter: onDemand }, async ({ path }) => ({
      contents: `${importsOf(ofEveryTask, path)}${await readFile(path, 'utf8')}`,
      loader: path.endsWith('.ts') ? 'ts' : 'js',
    }));
  },
};

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
      ...Object.fromEntries(tasks.map((task) => [`${task}/index`, `task:${task}`])),
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
    // The runtime of the functions; tests run them on it.
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
    keepNames: false,
    sourcemap: sourceMaps && 'linked',
    metafile: true,
    sourcesContent: false,
    legalComments: 'none',
    banner: { js: banner },
    plugins: [withoutUnreached, membersOfNode, sharedParts],
    logLevel: 'error',
  });
  for (const { path, contents } of outputFiles) {
    const file = join(outDir, relative(nominalOutput, path));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
  return { tasks, metafile };
};
