import { groupBy } from '../model/grouping.ts';
import type { Episode } from './episodes.ts';

/** A short text for one owner. */
export interface Notice {
  readonly owner: string;
  /** Whether it could not wait for the daily digest. */
  readonly urgent: boolean;
  /** One line of fewer than 100 characters. */
  readonly subject: string;
  readonly text: string;
}

/** An episode as a digest tells of it; `endedAt` (ISO 8601, UTC) is null while it goes on. */
export interface DigestItem {
  readonly episode: Episode;
  readonly endedAt: string | null;
}

/** What cannot wait for the digest: storage or money that has run out or soon will, and what waits for a person. */
const urgent: ReadonlySet<string> = new Set([
  'maximum-reached',
  'maximum-soon',
  'disk-fills-up',
  'budget-exceeded',
  'run-failed',
  'plan-needs-approval',
]);

export const isUrgent = ({ code }: Pick<Episode, 'code'>): boolean => urgent.has(code);

const longestSubject = 99;
/** Of the text written as JSON: SNS and EventBridge take 256 KB with all that stands around it. */
export const mostBytes = 240 * 1024;

/** Names and tags are other people's words: a line break in them makes no line of its own, and nothing turns text round. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const fitting = (subject: string): string => {
  const characters = [...oneLine(subject)];
  return characters.length <= longestSubject
    ? characters.join('')
    : `${characters.slice(0, longestSubject - 1).join('')}…`;
};

/** Empty for what is about the organization as a whole. */
const placeOf = ({ project, service, subject }: Episode): string =>
  oneLine([project, service].filter(Boolean).join('/') || subject);

/** `prod/orders: maximum reached` */
const headline = (episode: Episode): string =>
  [placeOf(episode), episode.code.replaceAll('-', ' ')].filter(Boolean).join(': ');

/** `2026-03-02T08:00:00.000Z` as people read it. */
const moment = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

const line = ({ episode, endedAt }: DigestItem): string => {
  const { message, since } = episode;
  const span = endedAt === null ? `since ${moment(since)}` : `${moment(since)} to ${moment(endedAt)}`;
  const what = endedAt === null ? oneLine(message) : `Over. It was: ${oneLine(message)}`;
  return `${headline(episode)}, ${span}. ${what}`;
};

const bytes = (text: string): number => new TextEncoder().encode(JSON.stringify(text)).length;

/** Numbered, because mail may show line breaks as anything; as many as fit, and a count of the others. */
const numbered = (lines: readonly string[], closing: readonly string[]): string => {
  const kept: string[] = [];
  // What is always there, and room for the count of what is left out.
  let size = bytes(closing.join('\n')) + 100;
  for (const [place, text] of lines.entries()) {
    const one = `${place + 1}. ${text}`;
    size += bytes(one);
    if (size > mostBytes) break;
    kept.push(one);
  }
  const left = lines.length - kept.length;
  return [...kept, ...(left > 0 ? [`and ${left} more, left out here`] : []), ...closing].join('\n');
};

const byOwner = <T>(things: readonly T[], ownerOf: (thing: T) => string): [string, T[]][] =>
  [...groupBy(things, ownerOf)].sort(([a], [b]) => (a < b ? -1 : 1));

/** One notice per owner for the urgent ones among these episodes; none where there are none. */
export const urgentNotices = (opened: readonly Episode[]): Notice[] =>
  byOwner(opened.filter(isUrgent), ({ owner }) => owner).map(([owner, episodes]) => {
    const [first] = episodes;
    const subject =
      first !== undefined && episodes.length === 1
        ? `Headroom: ${headline(first)}`
        : `Headroom: ${episodes.length} things that cannot wait, for ${owner}`;
    const lines = episodes.map((episode) => line({ episode, endedAt: null }));
    return { owner: oneLine(owner), urgent: true, subject: fitting(subject), text: numbered(lines, []) };
  });

/**
 * One notice per owner with what is new and what is over since the last digest, and how much goes on besides; none for an
 * owner without news.
 * @param open all episodes that go on
 * @param day `YYYY-MM-DD`
 */
export const digestNotices = (news: readonly DigestItem[], open: readonly Episode[], day: string): Notice[] => {
  const goingOn = new Map(byOwner(open, ({ owner }) => owner).map(([owner, episodes]) => [owner, episodes.length]));
  return byOwner(news, ({ episode }) => episode.owner).map(([owner, own]) => {
    const ended = own.filter(({ endedAt }) => endedAt !== null);
    const begun = own.filter(({ endedAt }) => endedAt === null);
    const subject = `Headroom ${day}, ${begun.length} new, ${ended.length} over, for ${owner}`;
    const closing = [`Going on now, all told: ${goingOn.get(owner) ?? 0}.`];
    const text = numbered([...begun, ...ended].map(line), closing);
    return { owner: oneLine(owner), urgent: false, subject: fitting(subject), text };
  });
};
