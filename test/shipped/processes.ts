import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { withoutPrivileges } from '../without-privileges.ts';

/** How a process of the program ended. */
export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

export type Environment = Readonly<Record<string, string>>;

/** An installed program, and the version of Node.js that runs it. */
export interface Program {
  readonly node: string;
  readonly command: string;
}

/** Root gives up its rights, if it can: else nothing would be denied to the program. */
export const started = ({ node, command }: Program, args: readonly string[], env: Environment): ChildProcess => {
  const [first = node, ...rest] = [...(withoutPrivileges() ?? []), node, command, ...args];
  return spawn(first, rest, { env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
};

export const endOf = async (child: ChildProcess): Promise<Ended> => {
  const [out, err, [status]] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { status, out, err };
};

export const isStack = (err: string): boolean => /^\s+at .*:\d+:\d+\)?$/m.test(err);

/** Does something at a moment at which no process moves. */
export const whileStopped = async <T>(
  processes: readonly ChildProcess[],
  waitMs: number,
  action: () => T,
): Promise<T> => {
  await wait(waitMs);
  for (const each of processes) each.kill('SIGSTOP');
  try {
    return action();
  } finally {
    for (const each of processes) each.kill('SIGCONT');
  }
};
