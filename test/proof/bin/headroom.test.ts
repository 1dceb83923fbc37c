import { spawn, spawnSync } from 'node:child_process';
import { on, once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '..', '..', '..');
const program = join(root, 'bin', 'headroom.cjs');

/** Starts the command that starts the platform, and waits until the platform serves. */
const serving = async (command: string, ...args: readonly string[]) => {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  // The server holds the other end of the pipe: the output ends with the server, not with the command that started it.
  const ended = once(output, 'close');
  for await (const [line] of on(output, 'line')) {
    lines.push(line);
    if (line.startsWith('organization ')) break;
  }
  return { child, ended, tokenFile: lines[1]?.replace('token in ', '') ?? '' };
};

describe('output that cannot be written', () => {
  const written = (redirection: string) => {
    const line = `'${process.execPath}' '${program}' validate --schema ${redirection}`;
    const { status, stderr } = spawnSync('sh', ['-c', line], { encoding: 'utf8', env: {} });
    return { status, stderr };
  };

  it('ends the command with one line, and no stack', () => {
    expect(written('> /dev/full')).toEqual({
      status: 1,
      stderr: 'error: the output cannot be written (ENOSPC); it is not complete\n',
    });
  });

  it('ends the command without a word where errors cannot be written either', () => {
    expect(written('> /dev/full 2> /dev/full')).toEqual({ status: 1, stderr: '' });
  });
});

describe('a program that something else starts', () => {
  it('ends with npm, whose shell passes no signal on', async () => {
    const command = `'${process.execPath}' '${program}' platform --port 0; true`;
    const { child, ended, tokenFile } = await serving('npm', 'exec', '--offline', '-c', command);
    expect(existsSync(tokenFile)).toBe(true);
    child.kill('SIGTERM');
    await ended;
    expect(existsSync(tokenFile)).toBe(false);
  });

  it('ends when npm is gone and only its shell is left', async () => {
    const shell = `require('child_process').spawn('sh', ['-c', '"$0" "$1" platform --port 0; true', process.argv[1], process.argv[2]], { stdio: 'inherit' })`;
    const asNpm = ['npm_command=exec', process.execPath, '-e', shell, process.execPath, program];
    const { child, ended, tokenFile } = await serving('/usr/bin/env', ...asNpm);
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(tokenFile)).toBe(false);
  });
});
