import { moment } from '../model/durations.ts';
import { findings as facts, isUrgent } from '../model/findings/findings.ts';
import { byText, groupBy } from '../model/grouping.ts';
import type { Notify } from '../model/policy-document.ts';
import { oneLine } from '../model/visible-text.ts';
import type { RunSummary } from '../plan/run-summary.ts';
import { compilePatterns } from '../policy/glob.ts';
import { type Action, actionOf } from './actions.ts';
import { byCause, causeOf, headline, type LoggedFinding, worstFirst } from './logged-findings.ts';
import { morningLines, morningOf } from './morning.ts';
import { fitting, type Sender, type Subject, signedDay, signedSubject } from './sender.ts';

interface DiskFact {
  readonly name: string;
  readonly value: string;
}

/** One finding in a message. */
export interface MessageItem {
  /** `shop/orders: disk full` */
  readonly title: string;
  /** Text of the finding, with its time. */
  readonly text: string;
  readonly owner: string;
  /** Of a disk, such as `days left: 9 (6–14)`; absent of anything else. */
  readonly facts?: readonly DiskFact[];
  /** Null for a finding that is over. */
  readonly action: Action | null;
  /** Null where the message neither opens nor closes one. */
  readonly incident: Incident | null;
}

/** What a pager opens for a cause, and closes when no finding has it any more. */
export interface Incident {
  readonly key: string;
  readonly level: 'critical' | 'error' | 'warning' | 'info';
  readonly isOver: boolean;
}

/** What people get about findings, the same for an owner and for a channel of any kind. */
export interface Message {
  readonly sender: Sender;
  readonly urgent: boolean;
  /** Closes incidents at pagers; people read of it in the daily message. */
  readonly onlyPagers: boolean;
  readonly subject: Subject;
  /** The three answers of the day, a line each; absent in an urgent message. */
  readonly lead?: readonly string[];
  readonly items: readonly MessageItem[];
  /** Number of findings beyond the items. */
  readonly omitted: number;
}

/** What a run notifies of. */
export interface Notified {
  /** End of the run, in ms since 1970. */
  readonly atMs: number;
  /** Urgent findings to send at once, … */
  readonly urgent: readonly LoggedFinding[];
  /** … and those of the daily message, which began or ended; null if none is due. */
  readonly news: readonly LoggedFinding[] | null;
  /** Open findings before the run, … */
  readonly before: readonly LoggedFinding[];
  /** … and after it. */
  readonly open: readonly LoggedFinding[];
  /** Runs of the last day, newest first; none if no daily message is due. */
  readonly runs: readonly RunSummary[];
  /** Open findings of which earlier runs notified by these entries. */
  readonly earlier: { readonly open: readonly LoggedFinding[]; readonly entries: readonly Notify[] };
}

/** Items in one message: every channel shows as many, and a longer list is better read in the report. */
const mostItems = 20;

/** A pager opens at most that many incidents for each message, and closes what it does not know without a fault. */
const mostClosed = 200;

/** Longest text of a finding, in characters. */
const longestText = 2_000;

/** What a reader wants to know of a disk first. */
const diskFacts = ({ code, details }: LoggedFinding): Pick<MessageItem, 'facts'> => {
  const { percent, days, daysSoonest, daysAtMost = 'more' } = details;
  if (facts[code].disk === undefined || percent === undefined) return {};
  const left = daysSoonest === undefined ? [] : [`${days ?? 'over 365'} (${daysSoonest}–${daysAtMost})`];
  return { facts: [{ name: 'used', value: `${percent} %` }, ...left.map((value) => ({ name: 'days left', value }))] };
};

const levels = { error: 'error', warning: 'warning', notice: 'info' } as const;

const itemOf = (finding: LoggedFinding, urgentCauses: ReadonlySet<string>): MessageItem => {
  const { since, owner, endedAt } = finding;
  const message = [...oneLine(finding.message)].slice(0, longestText).join('');
  const about = { title: fitting(headline(finding)), owner: oneLine(owner) };
  if (endedAt !== undefined) {
    const text = `Resolved. It was, from ${moment(since)} to ${moment(endedAt)}: ${message}`;
    return { ...about, text, action: null, incident: null };
  }
  const key = causeOf(finding);
  const level = levels[facts[finding.code].severity];
  const incident = {
    key,
    level: level === 'error' && urgentCauses.has(key) ? 'critical' : level,
    isOver: false,
  } as const;
  return {
    ...about,
    text: `${message} (since ${moment(since)})`,
    ...diskFacts(finding),
    action: actionOf(finding),
    incident,
  };
};

const matcherOf = ({ match: { owner, project, service, code, urgent } }: Notify) => {
  const members = [
    [owner, (finding: LoggedFinding) => finding.owner],
    [project, (finding: LoggedFinding) => finding.project],
    [service, (finding: LoggedFinding) => finding.service],
    [code, (finding: LoggedFinding) => finding.code],
  ] as const;
  const compiled = members.flatMap(([patterns, read]) =>
    patterns === undefined ? [] : [{ accepts: compilePatterns(patterns), read }],
  );
  return (finding: LoggedFinding): boolean =>
    compiled.every(({ accepts, read }) => accepts(read(finding))) &&
    (urgent === undefined || urgent === isUrgent(finding));
};

/** Findings by channel: the findings of every entry that names it, each once. */
const byChannel = (entries: readonly Notify[]): [string, (finding: LoggedFinding) => boolean][] => {
  const matchers = new Map<string, ((finding: LoggedFinding) => boolean)[]>();
  for (const entry of entries) matchers.set(entry.channel, [...(matchers.get(entry.channel) ?? []), matcherOf(entry)]);
  return [...matchers].map(([channel, all]) => [channel, (finding) => all.some((matches) => matches(finding))]);
};

/** Whether some channel is notified of a finding. */
export const reachesChannel = (entries: readonly Notify[]): ((finding: LoggedFinding) => boolean) => {
  const matchers = entries.map(matcherOf);
  return (finding) => matchers.some((matches) => matches(finding));
};

/** What a reader is sent: an owner of findings, or a channel. */
interface Reader {
  /** ` for team-shop`; empty where the reader is known. */
  readonly whom: string;
  readonly urgent: readonly LoggedFinding[];
  /** Null or empty: no daily message. */
  readonly news: readonly LoggedFinding[] | null;
  /** All open findings of the reader, but for those that the policy accepts. */
  readonly open: readonly LoggedFinding[];
}

/** At most one urgent and one daily message. */
const messagesTo = (sender: Sender, { whom, urgent, news, open }: Reader, { atMs, runs }: Notified): Message[] => {
  const urgentCauses = new Set(open.filter(isUrgent).map(causeOf));
  const messageOf = (isAtOnce: boolean, subject: Subject, findings: readonly LoggedFinding[]): Message => ({
    ...{ sender, urgent: isAtOnce, onlyPagers: false, subject },
    ...(!isAtOnce && { lead: morningLines(morningOf(open, runs, atMs), atMs) }),
    items: findings.slice(0, mostItems).map((finding) => itemOf(finding, urgentCauses)),
    omitted: Math.max(0, findings.length - mostItems),
  });
  const now = byCause(worstFirst(urgent), open, atMs);
  const [first] = now;
  const what = first !== undefined && now.length === 1 ? headline(first) : `${now.length} urgent findings${whom}`;
  const over = (news ?? []).filter(({ endedAt }) => endedAt !== undefined);
  const begun = byCause(
    (news ?? []).filter(({ endedAt }) => endedAt === undefined),
    open,
    atMs,
  );
  const day = new Date(atMs).toISOString().slice(0, 10);
  const counts = `${begun.length} new, ${over.length} resolved, ${open.length} open${whom}`;
  return [
    ...(now.length === 0 ? [] : [messageOf(true, signedSubject(sender, what), now)]),
    ...(begun.length + over.length === 0
      ? []
      : [messageOf(false, signedDay(sender, day, counts), [...begun, ...over])]),
  ];
};

const notAccepted = (findings: readonly LoggedFinding[]) => findings.filter(({ isAccepted }) => !isAccepted);

/** The messages of each owner with news: at most one urgent and one daily of a run. */
export const ownerMessages = (
  sender: Sender,
  notified: Notified,
): readonly { readonly owner: string; readonly message: Message }[] => {
  const { urgent, news, open } = notified;
  const owners = [...groupBy([...urgent, ...(news ?? [])], ({ owner }) => owner).keys()].sort(byText);
  const openBy = groupBy(notAccepted(open), ({ owner }) => owner);
  return owners.flatMap((owner) => {
    const isOwn = (finding: LoggedFinding) => finding.owner === owner;
    const own = { urgent: urgent.filter(isOwn), news: news?.filter(isOwn) ?? null, open: openBy.get(owner) ?? [] };
    const messages = messagesTo(sender, { whom: ` for ${owner}`, ...own }, notified);
    return messages.map((message) => ({ owner: oneLine(owner), message }));
  });
};

/** Closes the incidents of causes that no open finding has any more. */
const endMessages = (sender: Sender, before: readonly LoggedFinding[], open: readonly LoggedFinding[]): Message[] => {
  const goesOn = new Set(open.map(causeOf));
  const over = [...groupBy(before, causeOf)].filter(([cause]) => !goesOn.has(cause));
  const items = over.slice(0, mostClosed).flatMap(([key, [first]]): MessageItem[] => {
    const item = first && itemOf(first, new Set());
    return item ? [{ ...item, action: null, incident: { key, level: 'info', isOver: true } }] : [];
  });
  const subject = signedSubject(sender, `${over.length} findings are over`);
  return over.length === 0 ? [] : [{ sender, urgent: true, onlyPagers: true, subject, items, omitted: 0 }];
};

/**
 * The messages of each channel with the findings that match one of its entries: at most one urgent, one daily and one about ends of a
 * run. No entry, or none that matches, means no message. What began before an entry that matches it is in the first messages after,
 * because the channel was never notified of it.
 */
export const channelMessages = (
  sender: Sender,
  entries: readonly Notify[],
  notified: Notified,
): readonly { readonly channel: string; readonly message: Message }[] => {
  const { urgent, news, before, open, earlier } = notified;
  const matchedBefore = new Map(byChannel(earlier.entries));
  return byChannel(entries).flatMap(([channel, matches]) => {
    const isLate = (finding: LoggedFinding) =>
      !finding.isAccepted && matches(finding) && !matchedBefore.get(channel)?.(finding);
    const late = earlier.open.filter(isLate);
    const own = {
      urgent: [...new Set([...urgent.filter(matches), ...late.filter(isUrgent)])],
      news: [...(news?.filter(matches) ?? []), ...late.filter((finding) => !isUrgent(finding))],
      open: notAccepted(open.filter(matches)),
    };
    const ends = endMessages(sender, before.filter(matches), open.filter(matches));
    return [...ends, ...messagesTo(sender, { whom: '', ...own }, notified)].map((message) => ({ channel, message }));
  });
};
