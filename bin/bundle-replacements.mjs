// What the bundle of the program has in place of modules of packages and of Node.js, as plugins of esbuild.
import { basename } from 'node:path';

/** The bundler asks this process about each import that a filter admits, and waits for the answer. */
const oneOf = (patterns) => new RegExp(patterns.join('|'));

/**
 * Modules that packages import and this program never reaches, by the package that imports them. The parser of command
 * lines starts no other program, and the HTTP client speaks HTTP/1.1.
 */
const unreached = {
  commander: /^node:child_process$/,
  undici: /^node:http2$|\/web\/fetch\/body\.js$|\/client-h2\.js$/,
};

/**
 * Packages that are loaded when they are first used, from files of their own: most commands draw neither a table nor a bar,
 * and only old processors need the HTTP parser without vector instructions.
 */
const onFirstUse = {
  'cli-table3': `export default function Table(options) { return new (require('./cli-table3.cjs'))(options); }`,
  'cli-progress': `export function SingleBar(options) { return new (require('./cli-progress.cjs').SingleBar)(options); }`,
  'llhttp-wasm': `module.exports = require('./llhttp-wasm.cjs');`,
};

export const sourcesOnFirstUse = {
  'cli-table3': 'cli-table3',
  'cli-progress': 'cli-progress',
  'llhttp-wasm': 'undici/lib/llhttp/llhttp-wasm.js',
};

export const packagesOnFirstUse = {
  name: 'packages-on-first-use',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^cli-(?:table3|progress)$|\/llhttp-wasm\.js$/ }, ({ path }) => ({
      path: basename(path, '.js'),
      namespace: 'first-use',
    }));
    onResolve({ filter: /./, namespace: 'first-use' }, () => ({ external: true }));
    onLoad({ filter: /./, namespace: 'first-use' }, ({ path }) => ({ contents: onFirstUse[path] }));
  },
};

/**
 * Importing these modules of Node.js takes milliseconds: it reads each member, and some members load more of Node.js or
 * open a stream. This reads only the members that the program uses.
 */
const costly = new Set(
  ['crypto', 'fs', 'process', 'readline', 'util', 'v8', 'zlib'].flatMap((name) => [name, `node:${name}`]),
);

/** Of these the program uses functions alone, in few commands: the first call loads the module. */
const calledOnly = new Set(['node:crypto', 'node:readline', 'node:v8', 'node:zlib']);

const moduleOf = (path) => `process.getBuiltinModule(${JSON.stringify(path)})`;

/** Functions of a module of Node.js that load it. */
const callsOf = (path) =>
  Object.entries(process.getBuiltinModule(path))
    .filter(([name, value]) => typeof value === 'function' && /^[a-z]\w*$/.test(name))
    .map(([name]) => `export const ${name} = (...all) => ${moduleOf(path)}.${name}(...all);`)
    .join('\n');

export const modulesOfNode = {
  name: 'modules-of-node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: oneOf([...costly].map((name) => `^${name}$`)) }, ({ path: named, importer, kind }) => {
      const path = named.replace(/^(?!node:)/, 'node:');
      // Code for AWS gets its own, or what everything shares would be files of its own.
      const suffix = /node_modules[\\/](?:@aws-sdk|@smithy|nodemailer)[\\/]/.test(importer) ? '?aws' : '';
      const isCalled = kind === 'import-statement' && calledOnly.has(path) && !importer.includes('node_modules');
      return { path, namespace: isCalled ? 'calls-of-node' : 'node', suffix, sideEffects: !isCalled };
    });
    onLoad({ filter: /./, namespace: 'node' }, ({ path }) => ({ contents: `module.exports = ${moduleOf(path)};` }));
    onLoad({ filter: /./, namespace: 'calls-of-node' }, ({ path }) => ({ contents: callsOf(path) }));
  },
};

export const withoutUnreached = {
  name: 'without-unreached',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: oneOf(Object.values(unreached).map(({ source }) => source)) }, ({ path, importer }) => {
      const [, from] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(importer) ?? [];
      return unreached[from]?.test(path) ? { path, namespace: 'unreached' } : undefined;
    });
    onLoad({ filter: /./, namespace: 'unreached' }, () => ({ contents: 'module.exports = { constants: {} };' }));
    // Tasks are called here, and only Lambda needs their handlers, with the adapters that these load.
    onLoad({ filter: /\/lib\/aws\/handler\.ts$/ }, () => ({ contents: 'export const onLambda = () => undefined;' }));
  },
};
