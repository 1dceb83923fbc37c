import { everywhere, type Finding, findingAt } from '../model/decision.ts';
import { inWords } from '../model/durations.ts';
import { byText } from '../model/grouping.ts';
import { namesText } from '../model/visible-text.ts';

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
  const named = answers
    .toSorted((a, b) => byText(a.what, b.what))
    .map(({ what, askedAt }) => `${what} (${inWords(Date.parse(now) - Date.parse(askedAt))} old)`);
  const message = `The platform gave no new answer, so the plan uses an old one: ${namesText(named, mostNamed)}.`;
  return [findingAt(everywhere, 'answers-old', message)];
};
