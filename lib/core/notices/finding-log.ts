import { dayMs, hourMs, isoInstant } from '../model/durations.ts';
import { findings as facts, isUrgent, levelOf } from '../model/findings/findings.ts';
import { compositeKey, groupBy } from '../model/grouping.ts';
import type { Links, Notify } from '../model/policy-document.ts';
import { anyLevelKey, causeOf, type FindingChanges, findingKey, type LoggedFinding } from './logged-findings.ts';
import type { Notified } from './messages.ts';

/** Where notices go, as the policy of a run says it. */
export interface NotifyRoutes {
  readonly notify: readonly Notify[];
  readonly links: Links;
}

interface Said {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** `levelOf` its worst finding. */
  readonly level: number;
}

/** What people were notified of, and what they are yet to be, from run to run. */
export interface FindingLog {
  readonly open: readonly LoggedFinding[];
  /** Findings of the next daily notice: those that opened, and those that ended. */
  readonly news: readonly LoggedFinding[];
  /** ISO 8601, UTC: end of the period that daily notices already cover; absent before the first run. */
  readonly coveredUntil?: string;
  /** When each owner was last sent an urgent message about each cause, and its highest level then; absent before the first. */
  readonly said?: Readonly<Record<string, Said>>;
  /** What only programs follow; absent without any. */
  readonly facts?: readonly LoggedFinding[];
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
  news: readonly LoggedFinding[],
  { opened, ended }: FindingChanges,
  sent: ReadonlySet<LoggedFinding>,
): LoggedFinding[] => {
  const over = new Set(ended.map(findingKey));
  const others = news.filter((finding) => finding.endedAt !== undefined || !over.has(findingKey(finding)));
  return [...others, ...opened.filter((finding) => !sent.has(finding)), ...ended];
};

/** An owner gets at most one urgent message about one cause in this time, unless it becomes worse; the rest is in the daily one. */
const restMs = dayMs;
/** Time after which what is urgent is repeated while runs are held. */
const repeatMs = 7 * dayMs;

const levelIn = (findings: readonly LoggedFinding[]): number => Math.max(...findings.map(levelOf));

/** Whether a finding began, or has become worse than its episode ever was. */
const isNewsAfter = (before: readonly LoggedFinding[], opened: readonly LoggedFinding[]) => {
  const isOpened = new Set(opened);
  const urgent = before.filter((finding) => isUrgent(finding) && !finding.isAccepted);
  const worst = new Map(urgent.map((finding) => [anyLevelKey(finding), finding.worst ?? 0]));
  return (finding: LoggedFinding): boolean =>
    isOpened.has(finding) && levelOf(finding) > (worst.get(anyLevelKey(finding)) ?? -1);
};

/** The urgent findings to notify of now, all of a cause together, and the book of what was said. */
const urgentNow = (
  { said = {}, open: before }: FindingLog,
  { opened, open }: FindingChanges,
  nowMs: number,
  isHeld: boolean,
) => {
  const isNews = isNewsAfter(before, opened);
  const causes = groupBy(
    open.filter((finding) => isUrgent(finding) && !finding.isAccepted),
    (finding) => compositeKey(finding.owner, causeOf(finding)),
  );
  // A time in the future was stored while the clock was ahead; it would suppress all later messages.
  const book = Object.entries(said).filter(([, { at }]) => Date.parse(at) <= nowMs);
  const last = new Map(book.map(([cause, { at, level }]) => [cause, { ms: nowMs - Date.parse(at), level }]));
  const isDue = ([cause, findings]: [string, LoggedFinding[]]): boolean => {
    const { ms, level } = last.get(cause) ?? { ms: 0, level: -1 };
    if (levelIn(findings) > level || (ms >= restMs && findings.some(isNews))) return true;
    return ms >= repeatMs && (isHeld || findings.some(({ code }) => facts[code].ofAllDisks));
  };
  const due = [...causes].filter(isDue);
  const kept = book.filter(([cause]) => causes.has(cause) || (last.get(cause)?.ms ?? 0) < repeatMs);
  const now = due.map(([cause, findings]) => [cause, { at: isoInstant(nowMs), level: levelIn(findings) }] as const);
  return { urgent: due.flatMap(([, findings]) => findings), said: Object.fromEntries([...kept, ...now]) };
};

/**
 * Records what opened and ended in one run and returns what it notifies of. Urgent findings are said at once, within the limits above; all
 * others, and every end, appear once in the daily message. The very first run has none: there is no day before it.
 * @param nowMs ms since 1970
 * @param isHeld whether runs are stopped, frozen or only observe
 */
export const recordFindings = (
  log: FindingLog,
  changes: FindingChanges,
  nowMs: number,
  isHeld: boolean,
): { readonly log: FindingLog; readonly notified: Notified } => {
  const at = isoInstant(nowMs);
  const { coveredUntil = at } = log;
  const { opened, open } = changes;
  const { urgent, said } = urgentNow(log, changes, nowMs, isHeld);
  const news = withChanges(log.news, changes, new Set(urgent));
  const coveredMs = Date.parse(coveredUntil);
  // A time in the future was stored while the clock was ahead; it would suppress all later daily messages.
  const isDue = coveredMs < lastDailyTime(nowMs) || coveredMs > nowMs;
  // What was over and began again is in the news as over: that is no word of its second beginning.
  const begun = new Set([...opened, ...news.filter(({ endedAt }) => endedAt === undefined)].map(findingKey));
  const earlier = {
    open: open.filter((finding) => !begun.has(findingKey(finding))),
    entries: log.routes?.notify ?? [],
  };
  return {
    log: {
      ...(isDue ? { open, news: [], coveredUntil: at } : { open, news, coveredUntil }),
      ...(Object.keys(said).length > 0 && { said }),
    },
    notified: { atMs: nowMs, urgent, news: isDue ? news : null, before: log.open, open, runs: [], earlier },
  };
};
