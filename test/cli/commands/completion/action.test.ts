import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { programOf } from '../../../../lib/cli/program.ts';
import { needs } from '../../../installed.ts';
import { sampleOrganization } from '../../../sample-organization.ts';
import { temporaryDirectory } from '../../../temporary-directory.ts';
import { openShell } from '../shell.ts';

/** The script that the program prints, in a file. */
const scriptOf = async (shell: string): Promise<string> => {
  const { run } = await openShell(sampleOrganization());
  const { status, out } = await run('completion', shell);
  expect(status).toBe(0);
  const file = join(temporaryDirectory(), '_headroom');
  writeFileSync(file, out);
  return file;
};

const linesOf = (shell: string, code: string, ...args: readonly string[]): string[] => {
  needs(shell);
  // biome-ignore lint/style/noProcessEnv: the shell of this machine, without a locale that it may lack and would complain of
  const env = { ...process.env, LC_ALL: 'C' };
  const { status, stdout, stderr } = spawnSync(shell, ['-c', code, shell, ...args], { encoding: 'utf8', env });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter((line) => line !== '');
};

/** What bash offers for the last word. */
const offered = async (...words: readonly string[]): Promise<string[]> => {
  const code = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _headroom; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return linesOf('bash', code, await scriptOf('bash'), ...words);
};

describe('completion in bash', () => {
  it('offers the commands, and those that begin with what is typed', async () => {
    const commands = await offered('headroom', '');
    expect(commands).toEqual(expect.arrayContaining(['plan', 'apply', 'token', 'completion', '--version']));
    expect(await offered('headroom', 'integration-endpoint-')).toEqual([
      'integration-endpoint-create',
      'integration-endpoint-list',
      'integration-endpoint-update',
      'integration-endpoint-delete',
    ]);
  });

  it('offers every flag of every command, as its help does', async () => {
    const line = { environment: {}, signal: new AbortController().signal, newRunId: () => '', colour: false };
    const streams = { in: process.stdin, out: process.stdout, err: process.stderr };
    const { commands } = programOf({ ...line, ...streams }, () => undefined);
    const plan = commands.find((command) => command.name() === 'plan');
    const flags = [...(plan?.options ?? []).map(({ long }) => long), '--help'];
    expect((await offered('headroom', 'plan', '--')).sort()).toEqual(flags.sort());
    expect(commands.length).toBeGreaterThan(20);
  });

  it('offers the words of a command inside another, also after its flags', async () => {
    expect(await offered('headroom', 'token', 's')).toEqual(['store', 'status']);
    expect(await offered('headroom', 'token', 'store', '--ch')).toEqual([]);
    expect(await offered('headroom', 'token', 'store', '--base-url', 'http://127.0.0.1', '--ne')).toEqual(['--next']);
  });

  it('offers the values of flags and arguments that have a choice, and file names for all others', async () => {
    expect(await offered('headroom', 'report', '--format', '')).toEqual(['html', 'json', 'csv', 'markdown']);
    expect(await offered('headroom', 'mode', 's')).toEqual(['stop']);
    expect(await offered('headroom', 'plan', '--policy', '')).toEqual([]);
    const registered = linesOf('bash', 'source "$1"; complete -p headroom', await scriptOf('bash'));
    expect(registered).toEqual(['complete -o default -F _headroom headroom']);
  });
});

describe('completion in fish', () => {
  it('offers commands with their meaning, flags and values', async () => {
    needs('fish');
    const complete = `source $argv[1]; complete -C $argv[2]`;
    const script = await scriptOf('fish');
    const offers = (line: string) =>
      spawnSync('fish', ['-c', complete, script, line], { encoding: 'utf8' }).stdout.split('\n');
    expect(offers('headroom pl')).toContain('plan\tshow pending changes with reasons, GB and money');
    expect(offers('headroom token st').map((line) => line.split('\t')[0])).toEqual(
      expect.arrayContaining(['store', 'status']),
    );
    expect(offers('headroom report --format ').map((line) => line.split('\t')[0])).toContain('markdown');
  });
});

describe('completion in zsh', () => {
  it('is a script that zsh can load', async () => {
    expect(linesOf('zsh', 'zsh -n "$1"', await scriptOf('zsh'))).toEqual([]);
  });
});

describe('headroom completion', () => {
  it('names the shells that it knows when it is asked for another', async () => {
    const { run } = await openShell(sampleOrganization());
    const { status, err } = await run('completion', 'powershell');
    expect([status, err]).toEqual([2, expect.stringContaining('Allowed choices are bash, zsh, fish')]);
  });

  it.each(['bash', 'zsh', 'fish'])('prints a script for %s that names every command', async (shell) => {
    const { run } = await openShell(sampleOrganization());
    const { out } = await run('completion', shell);
    const { out: help } = await run('--help');
    const commands = [...help.matchAll(/^ {2}([a-z][a-z-]*)(?= )/gm)].map(([, name]) => name ?? '');
    expect(commands.filter((name) => name !== 'help' && !out.includes(name))).toEqual([]);
    expect(commands.length).toBeGreaterThan(20);
  });
});
