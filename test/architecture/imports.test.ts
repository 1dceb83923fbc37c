import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** What each layer may import, besides itself and what Node.js brings (docs/decisions.md). */
const table: Record<string, readonly string[]> = {
  'lib/core': [],
  'lib/contract': ['lib/core', 'lib/wire/search-options', 'zod', 'yaml'],
  // A room of its own, because people write it in policy documents and the platform takes it on the wire.
  'lib/wire/search-options': ['lib/core', 'zod'],
  'lib/wire': ['lib/core', 'lib/contract', 'lib/wire/search-options', 'zod'],
  'lib/ports.ts': ['lib/core', 'lib/contract'],
  'lib/client': ['lib/core', 'lib/contract', 'lib/wire', 'lib/wire/search-options', 'lib/ports.ts', 'undici', 'zod'],
  'lib/platform': [
    'lib/core',
    'lib/contract',
    'lib/wire',
    'lib/wire/search-options',
    'hono',
    '@hono/node-server',
    'zod',
    'yaml',
  ],
  'lib/run': ['lib/core', 'lib/contract', 'lib/ports.ts', 'p-map'],
  'lib/local': [
    'lib/core',
    'lib/contract',
    'lib/wire',
    'lib/wire/search-options',
    'lib/ports.ts',
    'lib/client',
    'lib/platform',
    'lib/run',
    'lib/aws',
    'functions',
    'aws-local-stepfunctions',
    'cli-progress',
    'cli-table3',
    'commander',
    'core-js',
    'p-map',
    'zod',
  ],
  // The packages below are loaded on the first call that needs them, never when something is imported.
  'lib/aws': [
    'lib/core',
    'lib/contract',
    'lib/wire',
    'lib/ports.ts',
    'lib/client',
    'lib/run',
    '@aws-sdk/client-cloudformation',
    '@aws-sdk/client-eventbridge',
    '@aws-sdk/client-s3',
    '@aws-sdk/client-scheduler',
    '@aws-sdk/client-secrets-manager',
    '@aws-sdk/client-sfn',
    '@aws-sdk/client-sqs',
    '@aws-lambda-powertools/logger',
    '@aws-lambda-powertools/metrics',
    'aws-lambda',
    'zod',
  ],
  functions: ['lib/core', 'lib/contract', 'lib/ports.ts', 'lib/run', 'lib/aws'],
  // The definitions of the workflows and the bundles are met as files, never imported.
  'lib/infra': ['lib/contract', 'aws-cdk-lib', 'constructs', 'esbuild'],
  'bin/app.ts': ['lib/infra', 'lib/contract', 'aws-cdk-lib', 'cdk-nag'],
  'bin/headroom.ts': ['lib/local'],
};

const layers = Object.keys(table).sort((a, b) => b.length - a.length);

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));

const files = ['lib', 'functions', 'bin'].flatMap(filesBelow);

const importsOf = (file: string): string[] =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+'([^']+)'|import\s*\(\s*'([^']+)'|(?:^|\n)import\s+'([^']+)'/g,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? '');

const isBuiltin = (name: string) => name.startsWith('node:') || builtinModules.includes(name);

/** The layer of a file, or the package of an import. */
const layerOf = (path: string) => layers.find((layer) => path === layer || path.startsWith(`${layer}/`));

const targetOf = (file: string, imported: string): string => {
  if (!imported.startsWith('.')) {
    const [scope, name] = imported.split('/');
    return imported.startsWith('@') ? `${scope}/${name}` : (scope ?? '');
  }
  const path = relative(root, join(root, dirname(file), imported))
    .split(sep)
    .join('/');
  return layerOf(path) ?? path;
};

describe('the layers of the code', () => {
  it('know every file', () => {
    expect(files.filter((file) => layerOf(file) === undefined)).toEqual([]);
  });

  it('import only what the table allows', () => {
    const wrong = files.flatMap((file) => {
      const layer = layerOf(file) ?? '';
      const allowed = [layer, ...(table[layer] ?? [])];
      return importsOf(file)
        .filter((imported) => layer === 'lib/core' || !isBuiltin(imported))
        .map((imported) => ({ file, target: targetOf(file, imported) }))
        .filter(({ target }) => !allowed.includes(target));
    });
    expect(wrong).toEqual([]);
  });

  it('see imports at all', () => {
    expect(importsOf('lib/run/plan/decide.ts')).toContain('../core/plan.ts');
    expect(importsOf('lib/local/workflow.ts')).toContain('core-js/actual/promise/with-resolvers');
  });
});

describe('the core', () => {
  // Matching words in text is crude, but a pure function has no reason to name any of these.
  const impure =
    /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\.|\bconsole\.|\bperformance\.|\bfetch\(|\bsetTimeout\b|\bsetInterval\b|\bcrypto\.|\bglobalThis\b|\brequire\(|\bimport\(/;

  it('knows no clock, randomness, process, console or input and output', () => {
    const wrong = filesBelow('lib/core').filter((file) => impure.test(readFileSync(join(root, file), 'utf8')));
    expect(wrong).toEqual([]);
  });
});
