import type { Question } from '../../core/plan/lookups.ts';
import type { PlatformPorts } from '../../ports.ts';
import { type Asked, askedOf } from './done-lookups.ts';
import { askPlatform } from './look-up.ts';

/**
 * Repeats an attempt, and asks the platform in between what the attempt leaves open: for commands, which need no task that
 * asks. It has as many rounds as a run.
 * @param onRound called with the questions of a round; what it returns is called after each of them
 * @throws platform errors that concern every question
 */
export const untilAnswered = async <T extends { readonly questions: readonly Question[] }>(
  ports: PlatformPorts,
  runId: string,
  attempt: (asked: Asked) => Promise<T>,
  onRound?: (questions: readonly Question[]) => (question: Question) => void,
): Promise<T> => {
  const questions: Question[] = [];
  for (let rounds = 0; ; rounds += 1) {
    const result = await attempt(askedOf({ runId, refreshes: true }, { rounds, questions }));
    if (result.questions.length === 0) return result;
    const onAttempted = onRound?.(result.questions);
    await askPlatform(ports, runId, result.questions, (question) => questions.push(question), onAttempted);
  }
};
