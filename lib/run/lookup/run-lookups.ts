import { type Question, questionText } from '../../core/plan/lookups.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readObject, updateObject, writeObject } from '../store/objects.ts';
import type { RunObject, RunQuestions } from '../store/run-objects.ts';
import { type Asked, askedOf } from './done-lookups.ts';

const none: RunQuestions = { rounds: 0, open: [], asked: [] };

const readQuestions = async (store: Store, runId: string): Promise<RunQuestions> =>
  (await readObject<RunQuestions>(store, keys.questions(runId))) ?? none;

/** What a run has asked so far. The run of an event is in a hurry: it asks only for what the store does not have. */
export const readAsked = async (store: Store, { runId, trigger }: RunObject): Promise<Asked> => {
  const { rounds, asked } = await readQuestions(store, runId);
  return askedOf({ runId, refreshes: trigger.kind !== 'event' }, { rounds, questions: asked });
};

/** Stores the next round of a run's questions. A repeated attempt poses the same round. */
export const poseQuestions = async (store: Store, runId: string, open: readonly Question[]): Promise<void> => {
  const before = await readQuestions(store, runId);
  const rounds = before.open.length > 0 ? before.rounds : before.rounds + 1;
  await writeObject(store, keys.questions(runId), { rounds, open, asked: before.asked } satisfies RunQuestions);
};

/** Questions of a run that are not asked yet. */
export const openQuestions = async (store: Store, runId: string): Promise<readonly Question[]> =>
  (await readQuestions(store, runId)).open;

/** Records which questions a run need not ask any more. */
export const noteAsked = async (store: Store, runId: string, questions: readonly Question[]): Promise<void> => {
  if (questions.length === 0) return;
  const texts = new Set(questions.map(questionText));
  await updateObject<RunQuestions>(store, keys.questions(runId), (stored = none) => {
    const known = new Set(stored.asked.map(questionText));
    return {
      ...stored,
      open: stored.open.filter((question) => !texts.has(questionText(question))),
      asked: [...stored.asked, ...questions.filter((question) => !known.has(questionText(question)))],
    };
  });
};
