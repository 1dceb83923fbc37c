// Bundles the program for Node.js alone: no dependency has to be installed beside it. `node bin/bundle.mjs FOLDER`.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { noticesOf } from './third-party.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** CommonJS packages load modules of Node.js with `require`, which ES modules do not have. One part calls it for all. */
const requireForPackages = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);
`;

const besideCode = /new URL\('([^']+)', import\.meta\.url\)/g;

/** Files that start on their own: the program, the library, and the threads of the program. */
const entryPoints = {
  headroom: 'bin/headroom.ts',
  index: 'lib/index.ts',
  'life-worker': 'lib/simulation/twin/life-worker.ts',
};

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
      if (thread in entryPoints) return `new URL('./${thread}.mjs', import.meta.url)`;
      if ((sources.get(name) ?? path) !== path) throw new Error(`two files beside the code are called ${name}`);
      sources.set(name, path);
      copyFileSync(path, join(folder, name));
      return `new URL('./${name}', import.meta.url)`;
    };
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const contents = text.replaceAll(besideCode, (_, beside) => copied(join(dirname(path), beside)));
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

const withoutUnreached = {
  name: 'without-unreached',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path, importer }) => {
      const [, from] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(importer) ?? [];
      return unreached[from]?.test(path) ? { path, namespace: 'unreached' } : undefined;
    });
    onLoad({ filter: /./, namespace: 'unreached' }, () => ({ contents: 'module.exports = { constants: {} };' }));
  },
};

/**
 * Writes `headroom.mjs`, the program, and `index.mjs`, the library, with the parts that they load when needed. Names stay
 * as they are, so that a stack trace says where it comes from; without blanks and comments the program starts faster.
 */
export const bundleProgram = async (folder) => {
  mkdirSync(folder, { recursive: true });
  const { metafile, outputFiles } = await build({
    write: false,
    absWorkingDir: root,
    entryPoints,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    mainFields: ['module', 'main'],
    tsconfigRaw: {},
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    plugins: [copiedFiles(folder), withoutUnreached],
    metafile: true,
    logLevel: 'error',
  });
  for (const { path, text } of outputFiles) {
    writeFileSync(path, text.includes('typeof require') ? `${requireForPackages}${text}` : text);
  }
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesOf(root, metafile));
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleProgram(process.argv[2]);
