/** A clock with timers, which something else moves. */
interface Timers {
  readonly now: () => number;
  readonly at: (ms: number, action: () => void) => void;
}

/** A wait on a clock and its timers; it ends early once the signal aborts. */
export const sleepOn =
  ({ now, at }: Timers) =>
  (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      // A listener that stays would be one of thousands on the signal of a client that lives for long.
      const end = () => {
        signal?.removeEventListener('abort', end);
        resolve();
      };
      signal?.addEventListener('abort', end, { once: true });
      at(now() + Math.max(0, ms), end);
    });
