import type { Finding } from '../model/decision.ts';
import { byText, compositeKey, type Place } from '../model/grouping.ts';

/** A finding from the run that first reports it until the run that no longer does. */
export interface Episode extends Place {
  readonly code: string;
  /** The subject beyond the place, such as the name of a budget or the digest of a plan; otherwise empty. */
  readonly subject: string;
  /** Text of the latest run. */
  readonly message: string;
  readonly details: Readonly<Record<string, string | number>>;
  /** Recipient of its notices. */
  readonly owner: string;
  /** ISO 8601, UTC: end of the run that opened it. */
  readonly since: string;
}

/** The part of the organization that a run read; episodes outside it neither start nor end. */
export interface RunScope {
  /** Every project of the organization; empty if the run did not list them. */
  readonly listed: readonly string[];
  /** Projects whose services were read. */
  readonly read: ReadonlySet<string>;
  /** Whether there is a plan; without one no episode ends. */
  readonly planned: boolean;
}

/** The effect of one run on the episodes. */
export interface EpisodeChanges {
  readonly opened: readonly Episode[];
  readonly ended: readonly Episode[];
  /** All open episodes after the run, in order. */
  readonly open: readonly Episode[];
}

/** Two findings with the same key belong to one episode. */
export const episodeKey = ({ code, project, service, subject = '' }: Omit<Finding, 'message'>): string =>
  compositeKey(code, project, service, subject);

/** Whether the run would have repeated a finding that still applies; for findings across projects only a run that read all. */
export const isInScope = ({ listed, read, planned }: RunScope): ((place: Place) => boolean) => {
  if (!planned || listed.length === 0) return () => false;
  const existing = new Set(listed);
  const all = listed.every((name) => read.has(name));
  return ({ project }) => (project === '' ? all : read.has(project) || !existing.has(project));
};

const byKey = (a: Episode, b: Episode): number => byText(episodeKey(a), episodeKey(b));

/** Findings of one service with one code are levels of one episode; elsewhere the subject distinguishes episodes. */
export const levelsKey = ({ code, project, service }: Episode): string | undefined =>
  service === '' ? undefined : compositeKey(code, project, service);

/**
 * Updates episodes with the findings of one run. A new finding opens an episode; a repeated one stays open with the latest
 * text; one that the run would have repeated and did not ends. If another level of the same finding follows on a service,
 * the earlier episode is dropped without an end.
 * @param ends whether an open episode without a finding ends
 * @param owner recipient for a place; called only for new episodes
 * @param at ISO 8601, UTC
 */
export const followEpisodes = (
  before: readonly Episode[],
  findings: readonly Finding[],
  ends: (episode: Episode) => boolean,
  owner: (place: Place) => string,
  at: string,
): EpisodeChanges => {
  const earlier = new Map(before.map((episode) => [episodeKey(episode), episode]));
  const current = new Map<string, Episode>();
  const opened: Episode[] = [];
  for (const finding of findings) {
    const key = episodeKey(finding);
    if (current.has(key)) continue;
    const { code, project, service, subject = '', message, details = {} } = finding;
    const previous = earlier.get(key);
    const { owner: recipient, since } = previous ?? { owner: owner(finding), since: at };
    const episode = { code, project, service, subject, message, details, owner: recipient, since };
    if (previous === undefined) opened.push(episode);
    current.set(key, episode);
  }
  const levels = new Set([...current.values()].map(levelsKey));
  const isFollowed = (episode: Episode) => levelsKey(episode) !== undefined && levels.has(levelsKey(episode));
  const gone = before.filter((episode) => !current.has(episodeKey(episode)) && !isFollowed(episode));
  const ended = new Set(gone.filter(ends));
  const unread = gone.filter((episode) => !ended.has(episode));
  return { opened: opened.sort(byKey), ended: [...ended], open: [...current.values(), ...unread].sort(byKey) };
};
