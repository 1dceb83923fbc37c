import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Scenario } from '../../lib/platform/index.ts';

/** A server in a process of its own, so that its work is not counted as the client's. */
export interface Served {
  readonly url: string;
  readonly token: string;
  readonly organization: string;
  readonly stop: () => Promise<void>;
}

const root = join(import.meta.dirname, '..', '..');

const linesOf = async (child: ChildProcess, count: number): Promise<string[]> => {
  const lines: string[] = [];
  if (child.stdout === null) throw new Error('the server has no standard output');
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line.split(' ').at(-1) ?? '');
    if (lines.length === count) return lines;
  }
  throw new Error('the server ended before it listened');
};

const start = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', ...args], { stdio: ['ignore', 'pipe', 'inherit'], cwd: root });

const ended = async (child: ChildProcess): Promise<void> => {
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
};

/** The embedded platform with a scenario; its time stands still, and there is no rate limit. */
export const serveScenario = async (scenario: Scenario): Promise<Served> => {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-bench-'));
  const file = join(folder, 'scenario.json');
  writeFileSync(file, JSON.stringify(scenario));
  const child = start(['bin/headroom.ts', 'platform', '--port', '0', '--speed', '0', '--scenario', file]);
  const [url = '', tokenFile = '', organization = ''] = await linesOf(child, 3);
  rmSync(folder, { recursive: true, force: true });
  return { url, token: readFileSync(tokenFile, 'utf8').trim(), organization, stop: () => ended(child) };
};

/** A server that sends the same bytes to every request and does nothing else. */
export const serveBytes = async (body: string): Promise<Pick<Served, 'url' | 'stop'>> => {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-bench-'));
  const file = join(folder, 'body.json');
  writeFileSync(file, body);
  const child = start(['test/bench/bare-server.ts', file]);
  const [url = ''] = await linesOf(child, 1);
  rmSync(folder, { recursive: true, force: true });
  return { url, stop: () => ended(child) };
};
