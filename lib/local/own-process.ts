import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Identifies a process so that others can check whether it still exists. */
interface ProcessName {
  readonly pid: number;
  readonly host: string;
  /** Scope of the pid: this boot of the machine and this container; empty if the system does not report it. */
  readonly realm: string;
}

const orEmpty = (read: () => string): string => {
  try {
    return read().trim();
  } catch {
    return '';
  }
};

let memo: string | undefined;

/** Two containers may have the same host name and both run a process 1. Neither changes while a process lives. */
const realm = (): string => {
  memo ??= [
    orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    orEmpty(() => readlinkSync('/proc/self/ns/pid')),
  ]
    .filter((part) => part !== '')
    .join(' ');
  return memo;
};

export const ownProcess = (): ProcessName => ({ pid: process.pid, host: hostname(), realm: realm() });

/** Whether a process is known to have ended; false for other machines and containers, where this is unknown. */
export const isOver = ({ pid, host, realm: where }: ProcessName): boolean => {
  if (host !== hostname() || where !== realm() || !Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
};
