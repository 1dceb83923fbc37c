import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openShell } from './cli/commands/shell.ts';
import { sampleOrganization } from './sample-organization.ts';

const root = join(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const scripts: Record<string, string> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;

const commands = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)]
  .flatMap((block) => (block[1] ?? '').split('\n'))
  .map((line) => line.replace(/\s+#.*$/, '').trim())
  .filter((line) => line !== '');

/** The commands of the page that talk to a platform or read a file; serving one is a test of its own (processes.test.ts). */
const headroom = commands
  .filter((line) => line.startsWith('npx headroom ') && !line.startsWith('npx headroom platform'))
  .map((line) => line.split(' ').slice(2))
  // A whole simulation takes a minute; the last of two equal flags counts.
  .map((argv) => (argv[0] === 'simulate' ? [...argv, '--days', '2', '--seeds', '1'] : argv));

describe('the README', () => {
  it('gives commands in its order that work on the sample organization', async () => {
    const shell = await openShell(sampleOrganization());
    const lastLines: string[] = [];
    for (const argv of headroom) {
      const { status, out, err } = await shell.run(...argv);
      const expected = argv[0] === 'status' ? 1 : 0;
      expect([argv.join(' '), status, err.includes('error:')]).toEqual([argv.join(' '), expected, false]);
      lastLines.push(out.trimEnd().split('\n').at(-1) ?? '');
    }
    expect(headroom.map(([command]) => command)).toEqual(
      expect.arrayContaining(['validate', 'plan', 'apply', 'explain', 'simulate']),
    );
    expect(lastLines.filter((line) => line.startsWith('Plan: 0 to enable, 0 to raise'))).toHaveLength(1);
  });

  it('names only npm scripts that there are', () => {
    const named = [...readme.matchAll(/npm (?:run )?(start|test|run \w+|[a-z]+)\b/g)].map(([, name]) => name ?? '');
    const known = [...Object.keys(scripts), 'ci', 'pack', 'install', 'and'];
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});
