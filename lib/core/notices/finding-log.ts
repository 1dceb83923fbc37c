import { dayMs, hourMs, isoInstant } from '../model/durations.ts';
import { compositeKey } from '../model/grouping.ts';
import type { Links, Notify } from '../model/policy-document.ts';
import { causeOf } from './causes.ts';
import { anyLevelKey, type FindingChanges, findingKey, type KnownFinding } from './known-findings.ts';
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
  /** When people were last notified at once of an owner's cause, and of a finding at its level: ISO 8601, UTC; absent if never. */
  readonly urgentAt?: Readonly<Record<string, string>>;
  /** What only programs follow; absent without any. */
  readonly facts?: readonly KnownFinding[];
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
const withChanges = (
  news: readonly KnownFinding[],
  { opened, ended }: FindingChanges,
  sent: ReadonlySet<KnownFinding>,
): KnownFinding[] => {
  const over = new Set(ended.map(findingKey));
  const others = news.filter((finding) => finding.endedAt !== undefined || !over.has(findingKey(finding)));
  return [...others, ...opened.filter((finding) => !sent.has(finding)), ...ended];
};

/** An owner is notified at once of one cause at most once in this time, the rest is in the daily notice; … */
const causeRestMs = dayMs;
/** … and of the same finding at the same level only after this time, or while runs are held, again after it. */
const findingRestMs = 7 * dayMs;

const episodeOf = (finding: KnownFinding): string => `${compositeKey(finding.owner, anyLevelKey(finding))} `;

const keysOf = (finding: KnownFinding) => ({
  cause: compositeKey(finding.owner, causeOf(finding)),
  own: `${episodeOf(finding)}${finding.subject}`,
});

/**
 * The urgent findings to notify of now, and when that was done.
 * @param isHeld whether runs are stopped or frozen: what is urgent is then repeated weekly
 */
const urgentNow = (
  { urgentAt = {} }: FindingLog,
  { opened, ended, open }: FindingChanges,
  nowMs: number,
  isHeld: boolean,
) => {
  const msSince = (key: string): number => nowMs - Date.parse(urgentAt[key] ?? '1970-01-01T00:00:00Z');
  const isNew = new Set(opened);
  const candidates = (isHeld ? open : opened).filter((one) => isUrgent(one) && !one.isAccepted);
  const urgent = candidates.filter((finding) => {
    if (isNew.has(finding) && finding.remindedAt !== undefined) return true;
    const { cause, own } = keysOf(finding);
    return msSince(own) >= findingRestMs && (!isNew.has(finding) || msSince(cause) >= causeRestMs);
  });
  const sent = urgent.flatMap((finding) => Object.values(keysOf(finding)));
  // A finding that a person accepts begins anew when that ends; after one that is over, its cause still rests.
  const accepted = open.filter(({ isAccepted }) => isAccepted);
  const over = [...ended, ...accepted].map(episodeOf);
  const rested = new Set(accepted.map((finding) => keysOf(finding).cause));
  const isOver = (key: string) => rested.has(key) || over.some((episode) => key.startsWith(episode));
  const kept = Object.entries(urgentAt).filter(([key]) => msSince(key) < 2 * findingRestMs && !isOver(key));
  const at = isoInstant(nowMs);
  return { urgent, urgentAt: Object.fromEntries([...kept, ...sent.map((key) => [key, at] as const)]) };
};

/**
 * Records what opened and ended in one run and returns its notices. Urgent findings are notified at once, within the limits above; all others, and
 * every end, appear once in the daily notice. The very first run sends none: there is no day before it.
 * @param nowMs ms since 1970
 * @param isHeld whether runs are stopped or frozen
 */
export const recordFindings = (
  sender: KnownOwner,
  log: FindingLog,
  changes: FindingChanges,
  nowMs: number,
  isHeld = false,
): { readonly log: FindingLog; readonly notices: readonly Notice[]; readonly notified: Notified } => {
  const at = isoInstant(nowMs);
  const { coveredUntil = at } = log;
  const { opened, ended, open } = changes;
  const { urgent, urgentAt } = urgentNow(log, changes, nowMs, isHeld);
  const news = withChanges(log.news, changes, new Set(urgent));
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
    ...urgentNotices(sender, urgent),
    ...(daily === null ? [] : dailyNotices(sender, news, open, daily.day)),
  ];
  return {
    log: {
      ...(isDue ? { open, news: [], coveredUntil: at } : { open, news, coveredUntil }),
      ...(Object.keys(urgentAt).length > 0 && { urgentAt }),
    },
    notices,
    notified: { urgent, ended: ended.filter(isUrgent), daily, earlier },
  };
};
