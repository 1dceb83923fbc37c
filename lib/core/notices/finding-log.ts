import { dayMs, hourMs, isoInstant } from '../model/durations.ts';
import type { Links, Notify } from '../model/policy-document.ts';
import { type Episode, type EpisodeChanges, episodeKey } from './known-findings.ts';
import type { Notified } from './messages.ts';
import { type DailyItem, dailyNotices, isUrgent, type Notice, urgentNotices } from './notices.ts';

/** Where notices go, as the policy of a run says it. */
export interface NotifyRoutes {
  readonly notify: readonly Notify[];
  readonly links: Links;
}

/** The state of notifications from run to run. */
export interface EpisodeLog {
  readonly open: readonly Episode[];
  /** Items of the next digest. */
  readonly news: readonly DailyItem[];
  /** ISO 8601, UTC: end of the period that digests already cover; null before the first run. */
  readonly digestedAt: string | null;
  /** Those of the last run with a policy, for a run that fails without one; absent if no channel is notified. */
  readonly routes?: NotifyRoutes;
}

export const emptyEpisodeLog: EpisodeLog = { open: [], news: [], digestedAt: null };

/** Hour of the day, UTC; the first run after it sends the digest. */
const digestHour = 7;

/** The latest due time of a digest until now; both in ms since 1970. */
export const lastDigestTime = (nowMs: number): number =>
  Math.floor((nowMs - digestHour * hourMs) / dayMs) * dayMs + digestHour * hourMs;

/** An episode that ends before its digest appears once, with its end. */
const withChanges = (news: readonly DailyItem[], { opened, ended }: EpisodeChanges, at: string): DailyItem[] => {
  const over = new Set(ended.map(episodeKey));
  return [
    ...news.filter(({ episode, endedAt }) => endedAt !== null || !over.has(episodeKey(episode))),
    ...opened.filter((episode) => !isUrgent(episode)).map((episode) => ({ episode, endedAt: null })),
    ...ended.map((episode) => ({ episode, endedAt: at })),
  ];
};

/**
 * Records the episode changes of one run and returns its notices. Urgent episodes are notified at once; all others, and
 * every end, appear once in the digest of the day. The very first run sends no digest: there is no day before it.
 * @param nowMs ms since 1970
 */
export const recordEpisodes = (
  log: EpisodeLog,
  changes: EpisodeChanges,
  nowMs: number,
): { readonly log: EpisodeLog; readonly notices: readonly Notice[]; readonly notified: Notified } => {
  const at = isoInstant(nowMs);
  const { digestedAt } = log;
  const news = withChanges(log.news, changes, at);
  const now = urgentNotices(changes.opened);
  const digestedMs = Date.parse(digestedAt ?? at);
  // A time in the future was stored while the clock was ahead; it would suppress all later digests.
  const isDue = digestedMs < lastDigestTime(nowMs) || digestedMs > nowMs;
  const urgent = changes.opened.filter(isUrgent);
  const ended = changes.ended.filter(isUrgent);
  const { open } = changes;
  if (!isDue) {
    const notified = { urgent, ended, digest: null };
    return { log: { open, news, digestedAt: digestedAt ?? at }, notices: now, notified };
  }
  const day = at.slice(0, 10);
  const notices = [...now, ...dailyNotices(news, open, day)];
  return { log: { open, news: [], digestedAt: at }, notices, notified: { urgent, ended, digest: { news, day } } };
};
