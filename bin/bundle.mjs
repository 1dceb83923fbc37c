// Bundles the program for Node.js alone: no dependency has to be installed beside it. `node bin/bundle.mjs FOLDER`.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { noticesOf } from './third-party.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** CommonJS packages load modules of Node.js with `require`, which ES modules do not have. */
const banner = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);`;

const besideCode = /new URL\('([^']+)', import\.meta\.url\)/g;

/** Copies files that code reads beside itself, such as the sample scenario, beside the bundle. Their names must differ. */
const copiedFiles = (folder) => ({
  name: 'copied-files',
  setup({ onLoad }) {
    const sources = new Map();
    const copied = (path) => {
      const name = basename(path);
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
 * Packages that the workflow interpreter imports and this program never reaches: every task has a local handler, and tests
 * validate the definitions. They are a third of what `plan` would load.
 */
const unreached = /^(?:@aws-sdk\/client-lambda|@aws-sdk\/credential-providers|asl-validator)$/;
const withoutUnreached = {
  name: 'without-unreached',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: unreached }, ({ path, importer }) =>
      importer.includes('/aws-local-stepfunctions/') ? { path, namespace: 'unreached' } : undefined,
    );
    const names = ['LambdaClient', 'InvokeCommand', 'fromCognitoIdentityPool', 'unreached as default'];
    onLoad({ filter: /./, namespace: 'unreached' }, () => ({
      contents: `const unreached = undefined; export { ${names.map((name) => (name.includes(' as ') ? name : `unreached as ${name}`)).join(', ')} };`,
    }));
  },
};

/**
 * Writes `headroom.mjs`, the program, and `index.mjs`, the library, with the parts that they load when needed. Names stay
 * as they are, so that a stack trace says where it comes from; without blanks and comments the program starts faster.
 */
export const bundleProgram = async (folder) => {
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { headroom: 'bin/headroom.ts', index: 'lib/index.ts' },
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
    banner: { js: banner },
    plugins: [copiedFiles(folder), withoutUnreached],
    metafile: true,
    logLevel: 'error',
  });
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesOf(root, metafile));
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundleProgram(process.argv[2]);
