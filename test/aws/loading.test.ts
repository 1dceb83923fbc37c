import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const isAws = (name: string) => /^(@aws-sdk|@aws-lambda-powertools|@smithy)\//.test(name);

/** Packages that a file loads on import, and those that it loads later by a dynamic import. */
const packagesOf = async (file: string) => {
  const { metafile } = await build({
    entryPoints: [join(root, file)],
    absWorkingDir: root,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outdir: 'nowhere',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  const walk = (start: string, kinds: readonly string[]) => {
    const packages = new Set<string>();
    const seen = new Set([start]);
    for (const input of seen) {
      for (const { path, kind, external } of metafile.inputs[input]?.imports ?? []) {
        if (!kinds.includes(kind)) continue;
        if (external) packages.add(path);
        else seen.add(path);
      }
    }
    return [...packages];
  };
  return { atOnce: walk(file, ['import-statement']), ever: walk(file, ['import-statement', 'dynamic-import']) };
};

describe('importing the tasks', () => {
  it('loads nothing of AWS', async () => {
    const { atOnce, ever } = await packagesOf('lib/local/task-handlers.ts');
    expect(atOnce).toContain('zod');
    expect(atOnce.filter(isAws)).toEqual([]);
    // The handlers exist but load it only when called.
    expect(ever.filter(isAws)).toContain('@aws-sdk/client-s3');
  });
});

describe('starting the program', () => {
  it('loads only the parser of the command line; each command loads what it needs when it runs', async () => {
    const { atOnce, ever } = await packagesOf('bin/headroom.ts');
    expect(atOnce.filter((name) => !name.startsWith('node:'))).toEqual(['commander']);
    expect(ever).toEqual(expect.arrayContaining(['zod', 'yaml', 'hono', '@aws-sdk/client-s3']));
  });
});
