import { cpSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../../lib/contract/version.ts';
import { ran, ranBeside, root } from '../../package/packed.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

/** A clone without a build: files of its own where a test changes them, links to the rest. */
const clone = (...links: readonly string[]): string => {
  const folder = temporaryDirectory();
  cpSync(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  mkdirSync(join(folder, 'docs'));
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(root, name), join(folder, name));
  for (const name of ['lib', 'functions', 'docs/policies', ...links]) symlinkSync(join(root, name), join(folder, name));
  return folder;
};

const versionOf = async (folder: string): Promise<string> =>
  (await ranBeside(process.execPath, [join(folder, 'bin', 'headroom.cjs'), '--version'], {})).stdout.trim();

const bundlesIn = (folder: string): string[] => readdirSync(join(folder, 'dist', 'bundles'));

describe('the command in a clone', () => {
  it('builds its bundle at the first start, also if two start at once, and again after a change of the sources', async () => {
    const folder = clone('node_modules');
    const [one, other] = await Promise.all([versionOf(folder), versionOf(folder)]);
    expect([one, other]).toEqual([version, version]);
    const first = bundlesIn(folder);
    expect(first).toHaveLength(1);
    await versionOf(folder);
    expect(bundlesIn(folder)).toEqual(first);

    utimesSync(join(folder, 'package-lock.json'), 1, 1);
    await versionOf(folder);
    // The former one stays for programs that still run.
    expect(bundlesIn(folder)).toHaveLength(2);
  });

  it('says what to do if the bundle cannot be built, and leaves no part of one', () => {
    const folder = clone();
    const { status, out, err } = ran(process.execPath, [join(folder, 'bin', 'headroom.cjs'), '--version']);
    expect([status, out, err.split('\n')[0]]).toEqual([
      1,
      '',
      'error: the program cannot be built from its sources; run npm ci, then try again',
    ]);
    expect(err).toContain('esbuild');
    expect(bundlesIn(folder)).toEqual([]);
  });

  it('refuses a source that reads a file beside itself in a way that a bundle does not see', () => {
    const folder = clone('node_modules');
    writeFileSync(join(folder, 'bin', 'headroom.ts'), 'export const place = import.meta.dirname;\n');
    const { status, err } = ran(process.execPath, [join(folder, 'bin', 'headroom.cjs'), '--version']);
    expect([status, err]).toEqual([1, expect.stringContaining("a bundle only finds files of the form new URL('FILE'")]);
  });
});
