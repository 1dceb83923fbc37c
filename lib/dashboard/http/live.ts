import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { Latest, Reader } from '../facts/latest.ts';
import { progressText } from '../facts/progress.ts';

/** How often the store is looked at while a page is open: a change shows within a second. */
const everyMs = 500;
/** A comment this often keeps proxies from closing a silent connection. */
const pingEvery = 30;
/** A browser whose connection dropped comes back after this time. */
const retryMs = 1000;

type Sleep = (ms: number) => Promise<void>;

/** What watchers are sent. */
interface State {
  readonly stamp: string;
  /** Runs at work with their changes done and in all, as JSON. */
  readonly progress: string;
  readonly pings: number;
}

const progressOf = ({ open }: Latest): string =>
  JSON.stringify(
    open.flatMap(({ run: { runId }, progress }) =>
      progress === null ? [] : [{ runId, ...progress, text: progressText(progress) }],
    ),
  );

/** What comes after a state; a store that does not answer now may answer later, and the pages stay as they are. */
const after = (state: State | undefined, latest: Latest | undefined, turn: number): State | undefined => {
  const stamp = latest?.stamp ?? state?.stamp;
  if (stamp === undefined) return undefined;
  const progress = latest === undefined ? (state?.progress ?? '[]') : progressOf(latest);
  return { stamp, progress, pings: Math.floor(turn / pingEvery) };
};

/** Sends what a watcher has not seen yet; a slow one skips the states in between. */
const send = async (events: SSEStreamingApi, sent: State, now: State): Promise<void> => {
  if (now.stamp !== sent.stamp) await events.writeSSE({ event: 'state', id: now.stamp, data: now.stamp });
  if (now.progress !== sent.progress) await events.writeSSE({ event: 'progress', data: now.progress });
  if (now.pings !== sent.pings) await events.write(': here\n\n');
};

/**
 * Follows the runs of a store for any number of watchers: the store is read once for all of them, and not at all without
 * one. A watcher that comes back learns the present state at once.
 */
export const createLive = (reader: Reader, sleep: Sleep) => {
  /** Ends the wait of each watcher. */
  const watchers = new Set<() => void>();
  let state: State | undefined;
  let isLooking = false;
  let turn = 0;

  const look = async (): Promise<void> => {
    // With the report of a run that has ended, so that it is parsed before watchers ask for it.
    const latest = await reader.latest().catch(() => undefined);
    turn += 1;
    const next = after(state, latest, turn);
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    for (const wake of watchers) wake();
  };

  const follow = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      while (watchers.size > 0) {
        await look();
        await sleep(everyMs);
      }
    } finally {
      isLooking = false;
    }
  };

  const stream = async (c: Context, events: SSEStreamingApi): Promise<void> => {
    let wake = () => {};
    const watcher = () => wake();
    let isOpen = true;
    events.onAbort(() => {
      isOpen = false;
      watchers.delete(watcher);
      wake();
    });
    watchers.add(watcher);
    let sent: State = { stamp: c.req.header('last-event-id') ?? '', progress: '[]', pings: state?.pings ?? 0 };
    void follow();
    await events.write(`retry: ${retryMs}\n\n`);
    while (isOpen) {
      const now = state;
      if (now === undefined || now === sent) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      await send(events, sent, now);
      sent = now;
    }
  };

  return {
    /** Number of open connections. */
    watchers: () => watchers.size,
    /** The stream of events of one watcher; `Last-Event-ID` is the last state that it has seen. */
    stream: (c: Context) =>
      // What asks for the headers alone never ends a stream.
      c.req.method === 'HEAD'
        ? c.body(null, 200, { 'content-type': 'text/event-stream' })
        : streamSSE(c, (events) => stream(c, events)),
  };
};
