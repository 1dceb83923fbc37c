import { RunInterrupted } from '../../contract/errors.ts';

/** Waits that many milliseconds; may end early, with or without an error, once the signal is aborted. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

const interruption = () => new RunInterrupted('The run was told to end: no further call to the platform is made.');

/** @throws RunInterrupted once the signal is aborted. */
export const throwIfInterrupted = (signal?: AbortSignal): void => {
  if (signal?.aborted) throw interruption();
};

/**
 * Does the work unless, and waits for it only until, the signal is aborted.
 * @throws RunInterrupted once the signal is aborted, whatever the work itself does then.
 */
export const interruptible = async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
  if (signal === undefined) return work();
  throwIfInterrupted(signal);
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(interruption());
    const settled = () => signal.removeEventListener('abort', onAbort);
    signal.addEventListener('abort', onAbort, { once: true });
    work().then(
      (value) => {
        settled();
        resolve(value);
      },
      (error: unknown) => {
        settled();
        reject(error);
      },
    );
  });
};
