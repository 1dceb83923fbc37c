import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Reader } from '../facts/latest.ts';

/** How often the store is looked at while a page is open: a change shows within a second. */
const everyMs = 700;
/** A comment this often keeps proxies from closing a silent connection. */
const pingEvery = 20;

type Sleep = (ms: number) => Promise<void>;

/**
 * Follows the runs of a store for any number of watchers: the store is read once for all of them, and not at all without
 * one. A watcher that comes back learns the present state at once.
 */
export const createLive = (reader: Reader, sleep: Sleep) => {
  const watchers = new Set<(stamp: string) => void>();
  let stamp: string | undefined;
  let isLooking = false;

  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      while (watchers.size > 0) {
        // With the report of a run that has ended, so that it is parsed before watchers ask for it. A store that does not
        // answer now may answer later; the page stays as it is.
        const now = await reader.latest().then(
          (latest) => latest.stamp,
          () => stamp,
        );
        if (now !== undefined && now !== stamp) {
          stamp = now;
          for (const notify of watchers) notify(now);
        }
        await sleep(everyMs);
      }
    } finally {
      isLooking = false;
    }
  };

  return {
    /** Number of open connections. */
    watchers: () => watchers.size,
    /** The stream of events of one watcher. */
    stream: (c: Context) =>
      streamSSE(c, async (events) => {
        let isOpen = true;
        const send = (now: string) =>
          void events.writeSSE({ event: 'state', id: now, data: now }).catch(() => undefined);
        events.onAbort(() => {
          isOpen = false;
          watchers.delete(send);
        });
        watchers.add(send);
        if (stamp !== undefined) send(stamp);
        void look();
        for (let turn = 1; isOpen; turn += 1) {
          await sleep(everyMs);
          if (turn % pingEvery === 0) await events.write(': here\n\n');
        }
      }),
  };
};
