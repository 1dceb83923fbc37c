import { readFileSync } from 'node:fs';

/**
 * npm and npx start this program through a shell. A signal to npm ends npm and the shell, which does not forward it, so
 * the program would run on as an orphan. It therefore polls whether its ancestors still exist.
 */

/** Short enough for a user who waits for a port to become free. */
const pollMs = 250;

/** Name and parent of a process; undefined if the process does not exist or the system has no /proc. */
const processOf = (pid: number): { readonly name: string; readonly parent: string } | undefined => {
  try {
    // `pid (name) state parent …`, where the name may contain any character (proc_pid_stat(5)).
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, name = ''] = /\((.*)\)/s.exec(stat) ?? [];
    return {
      name,
      parent:
        stat
          .slice(stat.lastIndexOf(')') + 1)
          .trim()
          .split(' ')[1] ?? '',
    };
  } catch {
    return undefined;
  }
};

/** Identifies the shell that npm started and, if readable, npm itself. It changes when either of them ends. */
const ancestors = (): string => {
  const parent = processOf(process.ppid);
  // If the shell replaced itself with this program, npm is the parent, and npm's own parent may end independently.
  return /sh$/.test(parent?.name ?? '') ? `${process.ppid} ${parent?.parent}` : `${process.ppid}`;
};

/**
 * Calls `action` once when npm, npx or their shell ends, and only if one of them started this program.
 * @returns a function that stops polling
 */
export const whenNpmEnds = (
  environment: Readonly<Record<string, string | undefined>>,
  action: () => void,
): (() => void) => {
  if (environment.npm_command === undefined) return () => undefined;
  const initial = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === initial) return;
    clearInterval(timer);
    action();
  }, pollMs);
  timer.unref();
  return () => clearInterval(timer);
};
