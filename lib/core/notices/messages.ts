import { moment } from '../model/durations.ts';
import { findings as facts } from '../model/findings/findings.ts';
import type { Notify } from '../model/policy-document.ts';
import { oneLine } from '../model/visible-text.ts';
import { compilePatterns } from '../policy/glob.ts';
import { type Action, actionOf } from './actions.ts';
import { byCause } from './causes.ts';
import { anyLevelKey, type KnownFinding } from './known-findings.ts';
import { headline, isUrgent, worstFirst } from './notices.ts';
import { fitting, type KnownOwner, type Subject, signedDay, signedSubject } from './sender.ts';

/** One finding in a message. */
export interface MessageItem {
  /** `shop/orders: maximum reached` */
  readonly title: string;
  /** Text of the finding, with its time. */
  readonly text: string;
  readonly owner: string;
  /** Null for a finding that is over. */
  readonly action: Action | null;
  /** Null where another message opens or closes it. */
  readonly incident: Incident | null;
}

/** What a pager opens for a finding, and closes when it is over. */
export interface Incident {
  /** The same for all levels of a finding. */
  readonly key: string;
  readonly level: 'critical' | 'error' | 'warning' | 'info';
  readonly isOver: boolean;
}

/** What one channel is sent at once. */
export interface Message {
  readonly sender: KnownOwner;
  readonly urgent: boolean;
  /** Closes incidents at pagers; people read of it in the daily notice. */
  readonly onlyPagers: boolean;
  readonly subject: Subject;
  readonly items: readonly MessageItem[];
  /** Number of findings beyond the items. */
  readonly omitted: number;
}

interface ChannelMessage {
  readonly channel: string;
  readonly message: Message;
}

/** What a run notifies of: urgent findings that began or ended, and the daily notice if it is due. */
export interface Notified {
  readonly urgent: readonly KnownFinding[];
  readonly ended: readonly KnownFinding[];
  readonly daily: { readonly news: readonly KnownFinding[]; readonly day: string } | null;
  /** Open findings that earlier runs notified of by these entries; absent if there are none. */
  readonly earlier?: {
    readonly open: readonly KnownFinding[];
    readonly entries: readonly Notify[];
    readonly day: string;
  };
}

/** Items in one message: every channel shows as many, and a longer list is better read in the report. */
const mostItems = 20;

/** A pager opens at most that many incidents for each message, and closes what it does not know without a fault. */
const mostClosed = 200;

/** Longest text of a finding, in characters. */
const longestText = 2_000;

const levels = { error: 'error', warning: 'warning', notice: 'info' } as const;

const incidentOf = (finding: KnownFinding): Incident => {
  const level = levels[facts[finding.code].severity];
  const key = anyLevelKey(finding);
  const isOver = finding.endedAt !== undefined;
  return { key, level: level === 'error' && isUrgent(finding) ? 'critical' : level, isOver };
};

const itemOf = (finding: KnownFinding): MessageItem => {
  const { since, owner, endedAt } = finding;
  const message = [...oneLine(finding.message)].slice(0, longestText).join('');
  const text =
    endedAt === undefined
      ? `${message} (since ${moment(since)})`
      : `Resolved at ${moment(endedAt)}. It was: ${message}`;
  const action = endedAt === undefined ? actionOf(finding) : null;
  // The end of an urgent finding was sent at once: a late one would close the next incident.
  const incident = endedAt !== undefined && isUrgent(finding) ? null : incidentOf(finding);
  return { title: fitting(headline(finding)), text, owner: oneLine(owner), action, incident };
};

const matcherOf = ({ match: { owner, project, service, code, urgent } }: Notify) => {
  const members = [
    [owner, (finding: KnownFinding) => finding.owner],
    [project, (finding: KnownFinding) => finding.project],
    [service, (finding: KnownFinding) => finding.service],
    [code, (finding: KnownFinding) => finding.code],
  ] as const;
  const compiled = members.flatMap(([patterns, read]) =>
    patterns === undefined ? [] : [{ accepts: compilePatterns(patterns), read }],
  );
  return (finding: KnownFinding): boolean =>
    compiled.every(({ accepts, read }) => accepts(read(finding))) &&
    (urgent === undefined || urgent === isUrgent(finding));
};

/** Findings by channel: the findings of every entry that names it, each once. */
const byChannel = (entries: readonly Notify[]): [string, (finding: KnownFinding) => boolean][] => {
  const matchers = new Map<string, ((finding: KnownFinding) => boolean)[]>();
  for (const entry of entries) matchers.set(entry.channel, [...(matchers.get(entry.channel) ?? []), matcherOf(entry)]);
  return [...matchers].map(([channel, all]) => [channel, (finding) => all.some((matches) => matches(finding))]);
};

/** Whether some channel is notified of a finding. */
export const reachesChannel = (entries: readonly Notify[]): ((finding: KnownFinding) => boolean) => {
  const matchers = entries.map(matcherOf);
  return (finding) => matchers.some((matches) => matches(finding));
};

const messageOf = (
  sender: KnownOwner,
  urgent: boolean,
  subject: Subject,
  findings: readonly KnownFinding[],
): Message => ({
  sender,
  urgent,
  onlyPagers: false,
  subject,
  items: findings.slice(0, mostItems).map(itemOf),
  omitted: Math.max(0, findings.length - mostItems),
});

const urgentMessage = (sender: KnownOwner, all: readonly KnownFinding[]): Message => {
  const findings = byCause(all);
  const [first] = findings;
  const subject = first !== undefined && findings.length === 1 ? headline(first) : `${findings.length} urgent findings`;
  return messageOf(sender, true, signedSubject(sender, subject), findings);
};

const dailyMessage = (sender: KnownOwner, news: readonly KnownFinding[], day: string): Message => {
  const begun = news.filter(({ endedAt }) => endedAt === undefined);
  const ended = news.filter(({ endedAt }) => endedAt !== undefined);
  const subject = signedDay(sender, day, `${begun.length} new, ${ended.length} resolved`);
  const message = messageOf(sender, false, subject, [...begun, ...ended]);
  // What began again is open.
  const open = new Set(begun.map((finding) => incidentOf(finding).key));
  const reopened = ({ incident }: MessageItem) => incident?.isOver === true && open.has(incident.key);
  return { ...message, items: message.items.map((item) => (reopened(item) ? { ...item, incident: null } : item)) };
};

const endMessage = (sender: KnownOwner, findings: readonly KnownFinding[]): Message => ({
  ...messageOf(sender, true, signedSubject(sender, `${findings.length} urgent findings are over`), []),
  onlyPagers: true,
  items: findings.slice(0, mostClosed).map((finding) => ({
    title: fitting(headline(finding)),
    text: '',
    owner: oneLine(finding.owner),
    action: null,
    incident: incidentOf(finding),
  })),
});

/**
 * Messages of a run: at most one urgent message, one about ends of such, and one daily notice for each channel, with the findings
 * that match one of its entries. No entry, or none that matches, means no message. What began before an entry that matches it
 * is in the first messages after, because the channel was never notified of it.
 */
export const channelMessages = (
  sender: KnownOwner,
  entries: readonly Notify[],
  { urgent, ended, daily, earlier }: Notified,
): ChannelMessage[] => {
  const matchedBefore = new Map(byChannel(earlier?.entries ?? []));
  return byChannel(entries).flatMap(([channel, matches]) => {
    const isLate = (one: KnownFinding) => !one.isAccepted && matches(one) && !matchedBefore.get(channel)?.(one);
    const late = (earlier?.open ?? []).filter(isLate);
    const now = worstFirst([...urgent.filter(matches), ...late.filter(isUrgent)]);
    const over = ended.filter(matches);
    const news = [...(daily?.news.filter(matches) ?? []), ...late.filter((one) => !isUrgent(one))];
    const day = daily?.day ?? earlier?.day;
    return [
      ...(over.length === 0 ? [] : [{ channel, message: endMessage(sender, over) }]),
      ...(now.length === 0 ? [] : [{ channel, message: urgentMessage(sender, now) }]),
      ...(news.length === 0 || day === undefined ? [] : [{ channel, message: dailyMessage(sender, news, day) }]),
    ];
  });
};
