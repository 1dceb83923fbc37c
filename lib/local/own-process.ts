import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** A process, named so that others can tell whether it still exists. */
export interface ProcessName {
  readonly pid: number;
  readonly host: string;
  /** Where pids count: this boot of the machine and this container; empty where the system does not tell. */
  readonly realm: string;
}

const orEmpty = (read: () => string): string => {
  try {
    return read().trim();
  } catch {
    return '';
  }
};

/** Two containers may bear one host name and both have a process 1. */
const realm = (): string =>
  [
    orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
    orEmpty(() => readlinkSync('/proc/self/ns/pid')),
  ]
    .filter((part) => part !== '')
    .join(' ');

export const ownProcess = (): ProcessName => ({ pid: process.pid, host: hostname(), realm: realm() });

/** Whether a process is known to be over; of one on another machine or in another container that cannot be known. */
export const isOver = ({ pid, host, realm: where }: ProcessName): boolean => {
  if (host !== hostname() || where !== realm() || !Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
};
