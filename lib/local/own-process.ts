import { hostname } from 'node:os';

/** A process, named so that others can tell whether it still exists. */
export interface ProcessName {
  readonly pid: number;
  readonly host: string;
}

export const ownProcess = (): ProcessName => ({ pid: process.pid, host: hostname() });

/** Whether a process is known to be over; of one on another machine that cannot be known. */
export const isOver = ({ pid, host }: ProcessName): boolean => {
  if (host !== hostname() || !Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
};
