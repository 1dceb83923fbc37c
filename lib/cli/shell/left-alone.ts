import { readFileSync } from 'node:fs';

/**
 * npm and npx start this program by way of a shell. A signal to npm ends npm and the shell, which does not pass it on: the
 * program would stay behind, with nobody to end it. So it looks for itself whether those that started it are still there.
 */

/** How often that is looked at: soon enough for a person who waits for a port to become free. */
const everyMs = 250;

/** Name and parent of a process; undefined where the system does not tell, or the process is gone. */
const factsOf = (pid: number): { readonly name: string; readonly parent: string } | undefined => {
  try {
    // `pid (name) state parent …`, where the name may hold anything (proc_pid_stat(5)).
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

/** The shell that npm has started and, where it can be known, npm; the same text as long as both are there. */
const startedBy = (): string => {
  const parent = factsOf(process.ppid);
  // A shell that became this program left npm itself as the parent, and npm's own parent may go.
  return /sh$/.test(parent?.name ?? '') ? `${process.ppid} ${parent?.parent}` : `${process.ppid}`;
};

/**
 * Calls `action` once when npm, npx or the shell between is gone, of a program that one of them has started; never otherwise.
 * @returns what ends the watch
 */
export const whenLeftAlone = (
  environment: Readonly<Record<string, string | undefined>>,
  action: () => void,
): (() => void) => {
  if (environment.npm_command === undefined) return () => undefined;
  const begun = startedBy();
  const timer = setInterval(() => {
    if (startedBy() === begun) return;
    clearInterval(timer);
    action();
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
};
