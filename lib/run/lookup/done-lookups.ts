import { type Question, questionText } from '../../core/plan/lookups.ts';

/** What a run has asked the platform so far. */
export interface Asked {
  readonly runId: string;
  /** Whether it asks no more: what the store has is the answer, also if it has none. */
  readonly has: (question: Question) => boolean;
  /** Services that it measured. */
  readonly measured: number;
  /** Whether it asks again for expired answers. */
  readonly refreshes: boolean;
}

/**
 * Rounds of questions of one run: sizes and prices come first, then what depends on them, then event logs; one is left for
 * answers that raise new questions.
 */
const mostRounds = 4;

/** @param questions of the earlier rounds; no round repeats a question */
export const askedOf = (
  run: Pick<Asked, 'runId' | 'refreshes'>,
  { rounds, questions }: { readonly rounds: number; readonly questions: readonly Question[] },
): Asked => {
  const texts = new Set(questions.map(questionText));
  return {
    ...run,
    has: (question) => rounds >= mostRounds || texts.has(questionText(question)),
    measured: questions.filter(({ kind }) => kind === 'usage').length,
  };
};
