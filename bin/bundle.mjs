// Bundles the program for Node.js alone: no dependency has to be installed beside it. `node bin/bundle.mjs FOLDER`.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** CommonJS packages load modules of Node.js with `require`, which ES modules do not have. A part, or the file, calls it for all. */
const requireForPackages = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);
`;

/**
 * Modules of the command line whose code, loaded on demand, is one part of the bundle: Node.js needs half a millisecond for each
 * file, and parts for each set of commands that share code made a hundred of them. The commands apart need less code than
 * the others, or load what the others do not need: a server, or pages.
 */
const isTogether = (path) =>
  /\/lib\/cli\/(?:commands|session|shell)\//.test(path) &&
  !/\/commands\/(?:validate|start|platform|dashboard|report|simulate)\.ts$/.test(path);

const onDemand = /\bimport\('(\.[^']+\.ts)'\)/g;

const nameIn = (path) => relative(root, path).replaceAll(/\W/g, '_');

/** Text of a source file whose imports on demand are members of the common part. */
const importingTogether = (path, text) =>
  text.replaceAll(onDemand, (written, beside) => {
    const imported = join(dirname(path), beside);
    return isTogether(imported) ? `import('together').then((all) => all.${nameIn(imported)})` : written;
  });

/** Source of the common part. */
const togetherText = () => {
  const syntax = join(root, 'lib', 'cli', 'syntax');
  const files = [...readdirSync(syntax).map((name) => join(syntax, name)), join(root, 'lib', 'cli', 'program.ts')];
  const imported = files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(onDemand)].map(([, beside]) => join(dirname(path), beside)),
  );
  const parts = [...new Set(imported)].filter(isTogether);
  return parts.map((path) => `export * as ${nameIn(path)} from ${JSON.stringify(path)};`).join('\n');
};

const together = {
  name: 'together',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^together$/ }, ({ path }) => ({ path, namespace: 'together' }));
    onLoad({ filter: /./, namespace: 'together' }, () => ({ contents: togetherText(), resolveDir: root }));
  },
};

const besideCode = /new URL\('([^']+)', import\.meta\.url\)/g;

/** Code that the program starts as a thread, by its name in the bundle. */
const threads = { 'life-worker': 'lib/simulation/twin/life-worker.ts' };

/**
 * Copies files that code reads beside itself, such as the sample scenario, beside the bundle. Their names must differ. Code
 * that is started as a thread is part of the bundle.
 */
const copiedFiles = (folder) => ({
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
      const found = text.replaceAll(besideCode, (_, beside) => copied(join(dirname(path), beside)));
      const contents = importingTogether(path, found);
      if (/import\.meta\.(?!url\b)|import\.meta\.url(?!\))/.test(contents)) {
        throw new Error(`${path}: a bundle only finds files of the form new URL('FILE', import.meta.url)`);
      }
      return { contents, loader: 'ts' };
    });
  },
});

/**
 * Modules that packages import and this program never reaches, by the package that imports them. The workflow interpreter
 * asks for a client of Lambda and a validator, but every task has a local handler and tests validate the definitions: a third
 * of what `plan` would load. The parser of command lines starts no other program, and the HTTP client speaks HTTP/1.1.
 */
const unreached = {
  'aws-local-stepfunctions': /^(?:@aws-sdk\/client-lambda|@aws-sdk\/credential-providers|asl-validator)$/,
  commander: /^node:child_process$/,
  undici: /^node:http2$/,
};

/**
 * The package measures the width of every cell with an expression for all emoji, whose compilation takes longer than
 * drawing a table. Texts of letters, digits and lines of frames need none.
 */
const plainWidths = {
  name: 'plain-widths',
  setup({ onLoad }) {
    onLoad({ filter: /node_modules\/string-width\/index\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const start = 'const stringWidth = string => {';
      if (!text.includes(start)) throw new Error(`${path}: has no function stringWidth`);
      return {
        contents: text.replace(start, `${start} if (/^[ -~\\u2500-\\u257f]+$/.test(string)) return string.length;`),
      };
    });
  },
};

/** The table is loaded with the first one that a command draws: each command can draw one, and most draw none. */
const tableOnDemand = {
  name: 'table-on-demand',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^cli-table3$/ }, ({ path, namespace }) =>
      namespace === 'on-demand' ? undefined : { path, namespace: 'on-demand' },
    );
    onLoad({ filter: /./, namespace: 'on-demand' }, ({ path }) => ({
      contents: `export default function Table(options) { return new (require('${path}'))(options); }`,
      resolveDir: root,
    }));
  },
};

/**
 * Importing these modules of Node.js takes milliseconds: it reads each member, also those that load more of Node.js or open
 * a stream. This reads only those that the program uses.
 */
const costly = new Set(['crypto', 'fs', 'process', 'util', 'zlib'].flatMap((name) => [name, `node:${name}`]));
const modulesOfNode = {
  name: 'modules-of-node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path }) =>
      costly.has(path) ? { path: path.replace(/^(?!node:)/, 'node:'), namespace: 'node' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'node' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

const withoutUnreached = {
  name: 'without-unreached',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path, importer }) => {
      const [, from] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(importer) ?? [];
      return unreached[from]?.test(path) ? { path, namespace: 'unreached' } : undefined;
    });
    onLoad({ filter: /./, namespace: 'unreached' }, () => ({ contents: 'module.exports = { constants: {} };' }));
    // Tasks are called here, and only Lambda needs their handlers, with the adapters that these load.
    onLoad({ filter: /\/lib\/aws\/handler\.ts$/ }, () => ({ contents: 'export const onLambda = () => undefined;' }));
  },
};

/**
 * Writes `headroom.mjs`, the program, and `index.mjs`, the library, with the parts that they load when needed. Names stay
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
    legalComments: 'none',
    plugins: [withoutUnreached, modulesOfNode, tableOnDemand, plainWidths, copiedFiles(folder), together],
    metafile: true,
    logLevel: 'error',
  };
  const bundles = await Promise.all([
    build({ ...common, entryPoints: { headroom: 'bin/headroom.ts' }, splitting: true }),
    // A bundle of its own: parts shared with the library would make more files of the program.
    build({ ...common, entryPoints: { index: 'lib/index.ts' } }),
    build({ ...common, entryPoints: threads }),
  ]);
  for (const { path, text } of bundles.flatMap(({ outputFiles }) => outputFiles)) {
    writeFileSync(path, text.includes('typeof require') ? `${requireForPackages}${text}` : text);
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
