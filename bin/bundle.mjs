// Bundles the program for Node.js alone: no dependency has to be installed beside it. `node bin/bundle.mjs FOLDER`.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { layersOf } from './bundle-parts.mjs';
import { modulesOfNode, packagesOnFirstUse, sourcesOnFirstUse, withoutUnreached } from './bundle-replacements.mjs';
import { scriptOf } from './commonjs.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** CommonJS packages load modules of Node.js with `require`, which ES modules do not have. A part, or the file, calls it for all. */
const requireForPackages = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);
`;

const besideCode = /new URL\('([^']+)', import\.meta\.url\)/g;

/** Code that the program starts as a thread, by its name in the bundle. */
const threads = { 'life-worker': 'lib/simulate/life-worker.ts' };

/**
 * Copies files that code reads from its own folder, such as the sample scenario, next to the bundle. Their names must differ. Code
 * that is started as a thread is part of the bundle.
 * @param before text to put before a source file
 */
const copiedFiles = (folder, before = () => '') => ({
  name: 'copied-files',
  setup({ onLoad }) {
    const sources = new Map();
    const copied = (path) => {
      const name = basename(path);
      const thread = basename(path, '.ts');
      if (thread in threads) return `new URL('./${thread}.mjs', import.meta.url)`;
      if ((sources.get(name) ?? path) !== path) throw new Error(`two files beside the code are called ${name}`);
      sources.set(name, path);
      copyFileSync(path, join(folder, name));
      return `new URL('./${name}', import.meta.url)`;
    };
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const contents = before(path) + text.replaceAll(besideCode, (_, beside) => copied(join(dirname(path), beside)));
      if (/import\.meta\.(?!url\b)|import\.meta\.url(?!\))|new URL\((?!')[^)]*import\.meta/.test(contents)) {
        throw new Error(`${path}: a bundle only finds files of the form new URL('FILE', import.meta.url)`);
      }
      return { contents, loader: 'ts' };
    });
  },
});

/**
 * Files of the program with the names of their commands, so that a stack trace says where it comes from: the sources of all
 * commands are called `action.ts`.
 */
const withCommandNames = ({ outputFiles, metafile: { outputs } }) => {
  const names = Object.entries(outputs).flatMap(([path, { entryPoint = '' }]) => {
    const [, command] = /^lib\/cli\/commands\/([^/]+)\/action\.ts$/.exec(entryPoint) ?? [];
    const name = basename(path);
    return command === undefined ? [] : [[name, name.replace('action', command)]];
  });
  const renamed = (text) => names.reduce((all, [name, instead]) => all.replaceAll(name, instead), text);
  return outputFiles.map(({ path, text }) => ({ path: renamed(path), text: renamed(text) }));
};

/**
 * Writes `headroom.cjs`, the program, and `index.mjs`, the library, with the parts that they load when needed. Names stay
 * as they are, so that a stack trace says where it comes from; without blanks and comments the program starts faster.
 * @returns esbuild's metafiles
 */
export const bundleProgram = async (folder) => {
  mkdirSync(folder, { recursive: true });
  const common = {
    write: false,
    absWorkingDir: root,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    mainFields: ['module', 'main'],
    tsconfigRaw: {},
    minifyWhitespace: true,
    minifySyntax: true,
    // The same code as modules of JavaScript: for Node.js the package has CommonJS.
    alias: { yaml: join(root, 'node_modules/yaml/browser/index.js') },
    legalComments: 'none',
    metafile: true,
    logLevel: 'error',
  };
  const plugins = [withoutUnreached, modulesOfNode, packagesOnFirstUse];
  const whole = { ...common, plugins: [...plugins, copiedFiles(folder)] };
  const bundles = await Promise.all([
    build({
      ...common,
      plugins: [...plugins, copiedFiles(folder, layersOf())],
      entryPoints: { headroom: 'bin/headroom.ts' },
      outExtension: { '.js': '.cjs' },
      // The bundler splits modules alone.
      splitting: true,
    }),
    // A bundle of its own: parts shared with the library would make more files of the program.
    build({ ...whole, entryPoints: { index: 'lib/index.ts' } }),
    build({ ...whole, entryPoints: threads }),
    build({
      ...common,
      entryPoints: sourcesOnFirstUse,
      format: 'cjs',
      outExtension: { '.js': '.cjs' },
    }),
  ]);
  const [program, ...others] = bundles;
  await Promise.all(withCommandNames(program).map(async ({ path, text }) => writeFileSync(path, await scriptOf(text))));
  for (const { path, text } of others.flatMap(({ outputFiles }) => outputFiles)) {
    writeFileSync(
      path,
      path.endsWith('.mjs') && text.includes('typeof require') ? `${requireForPackages}${text}` : text,
    );
  }
  return bundles.map(({ metafile }) => metafile);
};

/**
 * Writes `cdk.mjs`, the construct library. It uses the CDK of the app that imports it, and finds the functions beside itself.
 * @returns esbuild's metafile
 */
export const bundleConstructs = async (folder) => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['lib/cdk.ts'],
    outfile: join(folder, 'cdk.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    mainFields: ['module', 'main'],
    banner: { js: requireForPackages },
    external: ['aws-cdk-lib', 'aws-cdk-lib/*', 'constructs'],
    tsconfigRaw: {},
    // As it is written: Node.js prints the line of an error, such as one for a wrong setting.
    legalComments: 'none',
    metafile: true,
    logLevel: 'error',
  });
  return metafile;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleProgram(process.argv[2]);
