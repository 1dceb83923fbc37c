import { dayMs, hourMs, inWords } from '../model/durations.ts';
import { counted } from '../model/visible-text.ts';
import { attention, namesInLine, ok, type StatusLine } from './status.ts';

/** Messages to channels by their state. */
interface NoticeFacts {
  readonly waiting: readonly { readonly createdAt: string }[];
  readonly failed: readonly { readonly channel: string; readonly diedAt: string }[];
  /** Open urgent findings of which no one is notified. */
  readonly unsent: number;
}

/** Age of the oldest; undefined without one. */
const oldestMs = (times: readonly string[], nowMs: number): number | undefined =>
  times.length === 0 ? undefined : Math.max(...times.map((time) => nowMs - Date.parse(time)));

/** A message waits this long only if no one delivers it, or its channel is down. */
const patienceMs = hourMs;
/** Older failures are known. */
const recentMs = 3 * dayMs;

/** Whether messages reach their channels; no line where there are none. */
export const judgeNotices = ({ waiting, failed, unsent }: NoticeFacts, nowMs: number): StatusLine[] => {
  const recent = failed.filter(({ diedAt }) => nowMs - Date.parse(diedAt) < recentMs);
  if (recent.length > 0) {
    const channels = namesInLine([...new Set(recent.map(({ channel }) => channel))].sort());
    const says = `${counted(recent.length, 'message')} failed for good for ${channels}; ${waiting.length} waiting`;
    return [attention('notices', says, 'headroom notify list; headroom runbook a-channel-does-not-work')];
  }
  if (unsent > 0) {
    const says = `${counted(unsent, 'urgent finding')} reached no channel: no entry of notify in the policy matches`;
    return [attention('notices', says, 'add a channel to the policy, see docs/notices.md')];
  }
  const ageMs = oldestMs(
    waiting.map(({ createdAt }) => createdAt),
    nowMs,
  );
  if (ageMs === undefined) return [];
  const says = `${counted(waiting.length, 'message')} waiting, the oldest for ${inWords(ageMs)}`;
  if (ageMs <= patienceMs) return [ok('notices', says)];
  return [attention('notices', says, 'headroom notify list; see docs/notices.md#addresses-and-keys')];
};

/** Events that the bus has yet to take. */
interface OutboxFacts {
  readonly events: readonly { readonly at: string; readonly heldUntil: string }[];
  /** Events that are never published, and when the last one was given up; null: none. */
  readonly dropped: { readonly count: number; readonly at: string } | null;
}

/** Whether events reach the bus; no line if all do. */
export const judgeOutbox = ({ events, dropped }: OutboxFacts, nowMs: number): StatusLine[] => {
  // A report holds the others: it is about to publish them.
  const waiting = events.filter(({ heldUntil }) => Date.parse(heldUntil) <= nowMs);
  const ageMs = oldestMs(
    waiting.map(({ at }) => at),
    nowMs,
  );
  const isLost = dropped !== null && nowMs - Date.parse(dropped.at) < recentMs;
  const late = ageMs === undefined ? [] : [`${waiting.length} not published, the oldest for ${inWords(ageMs)}`];
  const says = [...late, ...(isLost ? [`${dropped.count} given up`] : [])].join('; ');
  return says === '' ? [] : [attention('events', says, 'headroom runbook events-not-published')];
};
