import { spawn, spawnSync } from 'node:child_process';
import { on, once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../temporary-directory.ts';

const root = join(import.meta.dirname, '..', '..');
const program = join(root, 'bin', 'headroom.mjs');

const ran = (command: string, args: readonly string[], options: Parameters<typeof spawnSync>[2]) => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { ...options, encoding: 'utf8' });
  if (error !== undefined) throw error;
  return { status, out: String(stdout), err: String(stderr) };
};

/** The package as npm packs it, in a `node_modules` with its dependencies. */
const installed = (): string => {
  const folder = temporaryDirectory();
  const packed = ran('npm', ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder], {
    cwd: root,
  });
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  expect(ran('tar', ['-xzf', join(folder, packed.out.trim()), '-C', folder], {}).status).toBe(0);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '.bin') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  renameSync(join(folder, 'package'), join(modules, 'headroom'));
  return join(modules, 'headroom');
};

describe('the packed package', () => {
  it('starts where only node is on the path, in any working directory', () => {
    const folder = installed();
    const path = temporaryDirectory();
    symlinkSync(process.execPath, join(path, 'node'));
    const working = temporaryDirectory();
    writeFileSync(join(working, 'tsconfig.json'), 'this is no JSON');
    const policy = join(folder, 'docs', 'policies', 'opt-in.yaml');
    const { status, out, err } = ran(
      '/usr/bin/env',
      ['node', join(folder, 'bin', 'headroom.mjs'), 'validate', policy],
      {
        cwd: working,
        env: { PATH: path },
      },
    );
    expect([status, err]).toEqual([0, '']);
    expect(out).toMatch(/opt-in\.yaml: valid; /);
  });
});

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
