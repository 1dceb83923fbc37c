import { dayMs, hourMs, inWords } from '../model/durations.ts';
import { counted } from '../model/visible-text.ts';
import { attention, namesInLine, ok, type StatusLine } from './status.ts';

interface NoticeFacts {
  readonly waiting: number;
  /** Age of the oldest waiting message in milliseconds; null if none waits. */
  readonly oldestMs: number | null;
  /** Messages that failed for good: their channel and how long ago. */
  readonly failed: readonly { readonly channel: string; readonly msAgo: number }[];
  /** Open urgent findings of which no one is notified. */
  readonly unsent: number;
}

/** A message waits this long only if no one delivers it, or its channel is down. */
const patienceMs = hourMs;
/** Older failures are known. */
const recentMs = 3 * dayMs;

/** Whether messages reach their channels; no line where there are none. */
export const judgeNotices = ({ waiting, oldestMs, failed, unsent }: NoticeFacts): StatusLine[] => {
  const recent = failed.filter(({ msAgo }) => msAgo < recentMs);
  if (recent.length > 0) {
    const channels = namesInLine([...new Set(recent.map(({ channel }) => channel))].sort());
    const says = `${counted(recent.length, 'message')} failed for good for ${channels}; ${waiting} waiting`;
    return [attention('notices', says, 'headroom notify list; headroom runbook a-channel-does-not-work')];
  }
  if (unsent > 0) {
    const says = `${counted(unsent, 'urgent finding')} reached no channel: no entry of notify in the policy matches`;
    return [attention('notices', says, 'add a channel to the policy, see docs/notices.md')];
  }
  if (oldestMs === null) return [];
  const says = `${counted(waiting, 'message')} waiting, the oldest for ${inWords(oldestMs)}`;
  if (oldestMs <= patienceMs) return [ok('notices', says)];
  return [attention('notices', says, 'headroom notify list; see docs/notices.md#addresses-and-keys')];
};

/** Events that the bus has yet to take. */
interface OutboxFacts {
  readonly waiting: number;
  /** Time since the first try of the oldest one in milliseconds; null if none waits. */
  readonly oldestMs: number | null;
  /** Events that are never published, and how long ago the last one was given up; null: none. */
  readonly dropped: { readonly count: number; readonly msAgo: number } | null;
}

/** Whether events reach the bus; no line if all do. */
export const judgeOutbox = ({ waiting, oldestMs, dropped }: OutboxFacts): StatusLine[] => {
  const remedy = 'headroom runbook events-not-published';
  const lost = dropped === null || dropped.msAgo >= recentMs ? '' : `${dropped.count} given up`;
  const late = oldestMs === null ? '' : `${waiting} not published, the oldest for ${inWords(oldestMs)}`;
  const says = [late, lost].filter((text) => text !== '').join('; ');
  return says === '' ? [] : [attention('events', says, remedy)];
};
