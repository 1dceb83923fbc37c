import { OutOfTime, RunInterrupted } from '../../contract/errors.ts';
import { isoInstant } from '../../core/model/durations.ts';

/** Waits the given milliseconds; may end early, with or without an error, once the signal is aborted. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

const interruption = () => new RunInterrupted('The run was stopped: no further calls to the platform.');

/** @throws RunInterrupted once the signal is aborted. */
export const throwIfInterrupted = (signal?: AbortSignal): void => {
  if (signal?.aborted) throw interruption();
};

/**
 * Runs the work unless the signal is already aborted, and stops waiting for it once the signal is aborted.
 * @throws RunInterrupted once the signal is aborted, whatever the work itself does.
 */
export const interruptible = async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
  if (signal === undefined) return work();
  throwIfInterrupted(signal);
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(interruption());
    const removeListener = () => signal.removeEventListener('abort', onAbort);
    signal.addEventListener('abort', onAbort, { once: true });
    work().then(
      (value) => {
        removeListener();
        resolve(value);
      },
      (error: unknown) => {
        removeListener();
        reject(error);
      },
    );
  });
};

/**
 * Milliseconds since 1970 after which no call starts and no wait ends: the runtime stops the task soon after.
 * Evaluated before each call, because one client serves many tasks.
 */
export type Deadline = () => number;

/** For the command line, which has no time limit. */
export const noDeadline: Deadline = () => Number.POSITIVE_INFINITY;

/** The error of a call that would start after the deadline, at `atMs`; `cause` says why. */
export const outOfTime = (cause: string, atMs: number): OutOfTime => {
  const goOnAt = isoInstant(atMs);
  return new OutOfTime(`${cause}; this task ends before that, continue from ${goOnAt}`, goOnAt);
};
