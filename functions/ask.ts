import { onLambda } from '../lib/aws/handler.ts';
import { type TaskInput, type TaskOutput, tasks } from '../lib/contract/tasks.ts';
import type { Question } from '../lib/core/plan/questions.ts';
import type { PlatformPorts } from '../lib/ports.ts';
import { askPlatform } from '../lib/run/ask/ask-platform.ts';
import { noteAsked, openQuestions } from '../lib/run/ask/run-questions.ts';
import { readAgainAfter } from '../lib/run/inventory/reading-time.ts';

/**
 * Asks the platform the questions that the plan of a run has posed, and stores the answers where the plan looks for them. A
 * question that the platform refuses is not asked again in this run. Without time for the rest it answers `again`.
 * Idempotent: a repeated attempt skips what is answered.
 * @throws OutOfTime if the run itself has no time for the rest, PlatformUnauthorized, StoreUnavailable
 */
export const ask =
  (ports: PlatformPorts) =>
  async ({ runId }: TaskInput<'ask'>): Promise<TaskOutput<'ask'>> => {
    const asked: Question[] = [];
    try {
      const open = await openQuestions(ports.store, runId);
      const unanswered = await askPlatform(ports, runId, open, (question) => asked.push(question));
      await noteAsked(ports.store, runId, asked);
      return { asked: asked.length, unanswered };
    } catch (error) {
      const again = await readAgainAfter(ports.store, runId, error);
      await noteAsked(ports.store, runId, asked);
      return { asked: asked.length, unanswered: 0, again };
    }
  };

export const handler = onLambda(tasks.ask, ask);
