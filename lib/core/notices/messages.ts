import { moment } from '../model/durations.ts';
import type { Notify } from '../model/policy-document.ts';
import { compilePatterns } from '../policy/glob.ts';
import { type Action, actionOf } from './actions.ts';
import { type Episode, episodeKey, levelsKey } from './known-findings.ts';
import { type DailyItem, fitting, headline, isUrgent, oneLine } from './notices.ts';
import { severityOfKind } from './severity-of-kind.ts';

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
  readonly urgent: boolean;
  /** Closes incidents at pagers; people read of it in the digest of the day. */
  readonly onlyPagers: boolean;
  /** One line of fewer than 100 characters. */
  readonly subject: string;
  readonly items: readonly MessageItem[];
  /** Number of findings beyond the items. */
  readonly omitted: number;
}

interface ChannelMessage {
  readonly channel: string;
  readonly message: Message;
}

/** What a run notifies of: urgent findings that began or ended, and the digest of the day if it is due. */
export interface Notified {
  readonly urgent: readonly Episode[];
  readonly ended: readonly Episode[];
  readonly digest: { readonly news: readonly DailyItem[]; readonly day: string } | null;
}

/** Items in one message: every channel shows as many, and a longer list is better read in the report. */
const mostItems = 20;

/** A pager opens at most that many incidents for each message, and closes what it does not know without a fault. */
const mostClosed = 200;

/** Longest text of a finding, in characters. */
const longestText = 2_000;

const levels = { error: 'error', warning: 'warning', notice: 'info' } as const;

const incidentOf = (episode: Episode, isOver: boolean): Incident => {
  const level = levels[severityOfKind(episode.code)];
  const key = levelsKey(episode) ?? episodeKey(episode);
  return { key, level: level === 'error' && isUrgent(episode) ? 'critical' : level, isOver };
};

const itemOf = ({ episode, endedAt }: DailyItem): MessageItem => {
  const { since, owner } = episode;
  const message = [...oneLine(episode.message)].slice(0, longestText).join('');
  const text =
    endedAt === null ? `${message} (since ${moment(since)})` : `Resolved at ${moment(endedAt)}. It was: ${message}`;
  const action = endedAt === null ? actionOf(episode) : null;
  // The end of an urgent finding was sent at once: a late one would close the next incident.
  const incident = endedAt !== null && isUrgent(episode) ? null : incidentOf(episode, endedAt !== null);
  return { title: fitting(headline(episode)), text, owner: oneLine(owner), action, incident };
};

const matcherOf = ({ match: { owner, project, service, code, urgent } }: Notify) => {
  const members = [
    [owner, (episode: Episode) => episode.owner],
    [project, (episode: Episode) => episode.project],
    [service, (episode: Episode) => episode.service],
    [code, (episode: Episode) => episode.code],
  ] as const;
  const compiled = members.flatMap(([patterns, read]) =>
    patterns === undefined ? [] : [{ accepts: compilePatterns(patterns), read }],
  );
  return (episode: Episode): boolean =>
    compiled.every(({ accepts, read }) => accepts(read(episode))) &&
    (urgent === undefined || urgent === isUrgent(episode));
};

/** Findings by channel: the findings of every entry that names it, each once. */
const byChannel = (entries: readonly Notify[]): [string, (episode: Episode) => boolean][] => {
  const matchers = new Map<string, ((episode: Episode) => boolean)[]>();
  for (const entry of entries) matchers.set(entry.channel, [...(matchers.get(entry.channel) ?? []), matcherOf(entry)]);
  return [...matchers].map(([channel, all]) => [channel, (episode) => all.some((matches) => matches(episode))]);
};

const messageOf = (urgent: boolean, subject: string, findings: readonly DailyItem[]): Message => ({
  urgent,
  onlyPagers: false,
  subject: fitting(subject),
  items: findings.slice(0, mostItems).map(itemOf),
  omitted: Math.max(0, findings.length - mostItems),
});

const urgentMessage = (episodes: readonly Episode[]): Message => {
  const [first] = episodes;
  const subject = first !== undefined && episodes.length === 1 ? headline(first) : `${episodes.length} urgent findings`;
  return messageOf(
    true,
    `Headroom: ${subject}`,
    episodes.map((episode) => ({ episode, endedAt: null })),
  );
};

const digestMessage = (news: readonly DailyItem[], day: string): Message => {
  const begun = news.filter(({ endedAt }) => endedAt === null);
  const ended = news.filter(({ endedAt }) => endedAt !== null);
  const message = messageOf(false, `Headroom ${day}: ${begun.length} new, ${ended.length} resolved`, [
    ...begun,
    ...ended,
  ]);
  // What began again is open.
  const open = new Set(begun.map(({ episode }) => incidentOf(episode, false).key));
  const reopened = ({ incident }: MessageItem) => incident?.isOver === true && open.has(incident.key);
  return { ...message, items: message.items.map((item) => (reopened(item) ? { ...item, incident: null } : item)) };
};

const endMessage = (episodes: readonly Episode[]): Message => ({
  ...messageOf(true, `Headroom: ${episodes.length} urgent findings are over`, []),
  onlyPagers: true,
  items: episodes.slice(0, mostClosed).map((episode) => ({
    title: fitting(headline(episode)),
    text: '',
    owner: oneLine(episode.owner),
    action: null,
    incident: incidentOf(episode, true),
  })),
});

/**
 * Messages of a run: at most one urgent message, one about ends of such, and one digest for each channel, with the findings that
 * match one of its entries. No entry, or none that matches, means no message.
 */
export const channelMessages = (entries: readonly Notify[], { urgent, ended, digest }: Notified): ChannelMessage[] =>
  byChannel(entries).flatMap(([channel, matches]) => {
    const now = urgent.filter(matches);
    const over = ended.filter(matches);
    const news = digest?.news.filter(({ episode }) => matches(episode)) ?? [];
    return [
      ...(over.length === 0 ? [] : [{ channel, message: endMessage(over) }]),
      ...(now.length === 0 ? [] : [{ channel, message: urgentMessage(now) }]),
      ...(news.length === 0 || digest === null ? [] : [{ channel, message: digestMessage(news, digest.day) }]),
    ];
  });
