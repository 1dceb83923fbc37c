import type { Finding } from '../model/decision.ts';
import { compositeKey } from '../model/grouping.ts';
import type { Place } from '../policy/owners.ts';

/** A finding from the run that made it first until the one that finds it gone. */
export interface Episode extends Place {
  readonly code: string;
  /** What it is about where the place does not tell: the name of a budget, the digest of a plan. Empty elsewhere. */
  readonly subject: string;
  /** As the latest run worded it. */
  readonly message: string;
  readonly details: Readonly<Record<string, string | number>>;
  /** Who is told of it. */
  readonly owner: string;
  /** ISO 8601, UTC: when the run ended that opened it. */
  readonly since: string;
}

/** How much of the organization a run saw; what it did not look at neither ends nor begins. */
export interface RunScope {
  /** Every project of the organization; empty where the run did not ask. */
  readonly listed: readonly string[];
  /** Projects whose services were read. */
  readonly read: ReadonlySet<string>;
  /** Whether there is a plan, without which nothing can be said to be gone. */
  readonly planned: boolean;
}

/** What one run does to the episodes. */
export interface EpisodeChanges {
  readonly opened: readonly Episode[];
  readonly ended: readonly Episode[];
  /** All that are open after the run, in order. */
  readonly open: readonly Episode[];
}

/** Two findings with the same key belong to one episode. */
export const episodeKey = ({ code, project, service, subject = '' }: Omit<Finding, 'message'>): string =>
  compositeKey(code, project, service, subject);

/** Whether the run would have found a thing again if it were still so: of what spans projects only one that read all. */
export const isInScope = ({ listed, read, planned }: RunScope): ((place: Place) => boolean) => {
  if (!planned || listed.length === 0) return () => false;
  const there = new Set(listed);
  const all = listed.every((name) => read.has(name));
  return ({ project }) => (project === '' ? all : read.has(project) || !there.has(project));
};

const byKey = (a: Episode, b: Episode): number => (episodeKey(a) < episodeKey(b) ? -1 : 1);

/** Of one service, findings of one code are levels of one thing; elsewhere the subject tells things apart. */
const levelsKey = ({ code, project, service }: Pick<Episode, 'code' | 'project' | 'service'>): string | undefined =>
  service === '' ? undefined : compositeKey(code, project, service);

/**
 * Follows episodes through one run: what it finds for the first time opens one, what it finds again stays open under the
 * latest words, and what it would have seen and did not ends. An episode of a service that another level of the same thing
 * follows is forgotten without an end: it is not over.
 * @param ends whether an open episode that was not found again is over
 * @param owner who is told of a place; asked only of what opens
 * @param at ISO 8601, UTC
 */
export const followEpisodes = (
  before: readonly Episode[],
  findings: readonly Finding[],
  ends: (episode: Episode) => boolean,
  owner: (place: Place) => string,
  at: string,
): EpisodeChanges => {
  const known = new Map(before.map((episode) => [episodeKey(episode), episode]));
  const found = new Map<string, Episode>();
  const opened: Episode[] = [];
  for (const finding of findings) {
    const key = episodeKey(finding);
    if (found.has(key)) continue;
    const { code, project, service, subject = '', message, details = {} } = finding;
    const earlier = known.get(key);
    const begun = earlier ?? { owner: owner(finding), since: at };
    const episode = { code, project, service, subject, message, details, owner: begun.owner, since: begun.since };
    if (earlier === undefined) opened.push(episode);
    found.set(key, episode);
  }
  const levels = new Set([...found.values()].map(levelsKey));
  const isFollowed = (episode: Episode) => levelsKey(episode) !== undefined && levels.has(levelsKey(episode));
  const gone = before.filter((episode) => !found.has(episodeKey(episode)) && !isFollowed(episode));
  const over = new Set(gone.filter(ends));
  const kept = gone.filter((episode) => !over.has(episode));
  return { opened: opened.sort(byKey), ended: [...over], open: [...found.values(), ...kept].sort(byKey) };
};
