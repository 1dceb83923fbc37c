import type { Finding } from '../model/decision.ts';
import { inWords } from '../model/durations.ts';
import { byText } from '../model/grouping.ts';

/** An answer of the platform that is older than a day. */
export interface OldLookup {
  /** Subject of the lookup. */
  readonly what: string;
  /** ISO 8601, UTC. */
  readonly askedAt: string;
}

/** Answers that the message names. */
const mostNamed = 5;

/** The finding about old answers that a plan uses, because an old answer is better than none (scale §3). */
export const oldLookupFindings = (answers: readonly OldLookup[], now: string): Finding[] => {
  if (answers.length === 0) return [];
  const named = [...answers]
    .sort((a, b) => byText(a.what, b.what))
    .slice(0, mostNamed)
    .map(({ what, askedAt }) => `${what} (${inWords(Date.parse(now) - Date.parse(askedAt))} old)`);
  const more = answers.length > named.length ? `, and ${answers.length - named.length} more` : '';
  const message = `The platform gave no new answer, so the plan uses an old one: ${named.join(', ')}${more}.`;
  return [{ code: 'answers-old', project: '', service: '', message }];
};
