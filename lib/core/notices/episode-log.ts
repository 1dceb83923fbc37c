import { dayMs, hourMs, isoInstant } from '../model/durations.ts';
import { type Episode, type EpisodeChanges, episodeKey } from './episodes.ts';
import { type DigestItem, digestNotices, isUrgent, type Notice, urgentNotices } from './notices.ts';

/** What is remembered from run to run of what people are told. */
export interface EpisodeLog {
  readonly open: readonly Episode[];
  /** What the next digest tells. */
  readonly news: readonly DigestItem[];
  /** ISO 8601, UTC: up to when digests are done; null before the first run. */
  readonly digestedAt: string | null;
}

export const emptyEpisodeLog: EpisodeLog = { open: [], news: [], digestedAt: null };

/** Hour of the day, UTC, from which on the first run sends the digest. */
const digestHour = 7;

/** The latest time at which a digest was due, as of now; both in ms since 1970. */
export const lastDigestTime = (nowMs: number): number =>
  Math.floor((nowMs - digestHour * hourMs) / dayMs) * dayMs + digestHour * hourMs;

/** What is over before it was told is told once, with its end. */
const withCourse = (news: readonly DigestItem[], { opened, ended }: EpisodeChanges, at: string): DigestItem[] => {
  const over = new Set(ended.map(episodeKey));
  return [
    ...news.filter(({ episode, endedAt }) => endedAt !== null || !over.has(episodeKey(episode))),
    ...opened.filter((episode) => !isUrgent(episode)).map((episode) => ({ episode, endedAt: null })),
    ...ended.map((episode) => ({ episode, endedAt: at })),
  ];
};

/**
 * Enters the course of one run: urgent episodes are told at once, all others and every end with the digest of the day,
 * each once. The first run of all sends no digest: there is no day before it to tell of.
 * @param nowMs ms since 1970
 */
export const recordEpisodes = (
  book: EpisodeLog,
  course: EpisodeChanges,
  nowMs: number,
): { readonly book: EpisodeLog; readonly notices: readonly Notice[] } => {
  const at = isoInstant(nowMs);
  const { digestedAt } = book;
  const news = withCourse(book.news, course, at);
  const now = urgentNotices(course.opened);
  const digestedMs = Date.parse(digestedAt ?? at);
  // A digest of the future was sent while the clock was ahead, and would keep all others back.
  const isDue = digestedMs < lastDigestTime(nowMs) || digestedMs > nowMs;
  if (!isDue) return { book: { open: course.open, news, digestedAt: digestedAt ?? at }, notices: now };
  const digest = digestNotices(news, course.open, at.slice(0, 10));
  return { book: { open: course.open, news: [], digestedAt: at }, notices: [...now, ...digest] };
};
