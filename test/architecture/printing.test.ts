import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

const files = ['lib', 'functions', 'bin'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')),
);

it('only the console writes to the streams of the command line, and the CDK app, which has none, to its own', () => {
  const writes = /\b(?:out|err|human|stream|stdout|stderr)\.write\(|\bconsole\.(?:log|info|warn|error|debug)\(/;
  expect(files.filter((file) => writes.test(readFileSync(join(root, file), 'utf8')))).toEqual([
    'lib/cli/shell/console.ts',
    'lib/cli/shell/print.ts',
    'bin/app.ts',
  ]);
});
