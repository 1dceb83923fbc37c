import { dayMs, hourMs, isoInstant } from '../model/durations.ts';
import type { Links, Notify } from '../model/policy-document.ts';
import { type FindingChanges, findingKey, type KnownFinding } from './known-findings.ts';
import type { Notified } from './messages.ts';
import { dailyNotices, isUrgent, type Notice, urgentNotices } from './notices.ts';
import type { KnownOwner } from './sender.ts';

/** Where notices go, as the policy of a run says it. */
export interface NotifyRoutes {
  readonly notify: readonly Notify[];
  readonly links: Links;
}

/** What people were notified of, and what they are yet to be, from run to run. */
export interface FindingLog {
  readonly open: readonly KnownFinding[];
  /** Findings of the next daily notice: those that opened, and those that ended. */
  readonly news: readonly KnownFinding[];
  /** ISO 8601, UTC: end of the period that daily notices already cover; absent before the first run. */
  readonly coveredUntil?: string;
  /** Those of the last run with a policy, for a run that fails without one; absent if no channel is notified. */
  readonly routes?: NotifyRoutes;
}

export const emptyFindingLog: FindingLog = { open: [], news: [] };

/** Hour of the day, UTC; the first run after it sends the daily notice. */
const dailyHour = 7;

/** The latest due time of a daily notice until now; both in ms since 1970. */
export const lastDailyTime = (nowMs: number): number =>
  Math.floor((nowMs - dailyHour * hourMs) / dayMs) * dayMs + dailyHour * hourMs;

/** A finding that ends before its daily notice appears there once, with its end. */
const withChanges = (news: readonly KnownFinding[], { opened, ended }: FindingChanges): KnownFinding[] => {
  const over = new Set(ended.map(findingKey));
  const others = news.filter((finding) => finding.endedAt !== undefined || !over.has(findingKey(finding)));
  return [...others, ...opened.filter((finding) => !isUrgent(finding)), ...ended];
};

/**
 * Records what opened and ended in one run and returns its notices. Urgent findings are notified at once; all others, and
 * every end, appear once in the daily notice. The very first run sends none: there is no day before it.
 * @param nowMs ms since 1970
 */
export const recordFindings = (
  sender: KnownOwner,
  log: FindingLog,
  changes: FindingChanges,
  nowMs: number,
): { readonly log: FindingLog; readonly notices: readonly Notice[]; readonly notified: Notified } => {
  const at = isoInstant(nowMs);
  const { coveredUntil = at } = log;
  const { opened, ended, open } = changes;
  const news = withChanges(log.news, changes);
  const coveredMs = Date.parse(coveredUntil);
  // A time in the future was stored while the clock was ahead; it would suppress all later daily notices.
  const isDue = coveredMs < lastDailyTime(nowMs) || coveredMs > nowMs;
  const day = at.slice(0, 10);
  const daily = isDue ? { news, day } : null;
  // What was over and began again is in the news as over: that is no word of its second beginning.
  const begin = new Set([...opened, ...news.filter(({ endedAt }) => endedAt === undefined)].map(findingKey));
  const earlier = {
    open: open.filter((finding) => !begin.has(findingKey(finding))),
    entries: log.routes?.notify ?? [],
    day,
  };
  const notices = [
    ...urgentNotices(sender, opened),
    ...(daily === null ? [] : dailyNotices(sender, news, open, daily.day)),
  ];
  return {
    log: isDue ? { open, news: [], coveredUntil: at } : { open, news, coveredUntil },
    notices,
    notified: { urgent: opened.filter(isUrgent), ended: ended.filter(isUrgent), daily, earlier },
  };
};
