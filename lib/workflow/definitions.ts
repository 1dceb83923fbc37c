import { settingsSchema } from '../contract/settings.ts';
import type { WorkflowName } from '../contract/task-contract.ts';
import { surveysOfRun } from '../contract/tasks/copies.ts';
import { reconcile } from './reconcile.ts';
import { retireToken } from './retire-token.ts';
import type { Machine } from './states.ts';

/** The state machines by name; `${task}` stands for the ARN of a Lambda. */
export const definitions = {
  reconcile,
  'retire-token': retireToken,
} as const satisfies Readonly<Record<WorkflowName, Machine>>;

const textOf = (definition: Machine): string => `${JSON.stringify(definition, null, 2)}\n`;

/**
 * A definition as text, both for deployment and for `headroom workflow`. The calls a minute of all tokens decide how many surveys
 * of a run there are at one time; the default comes from the settings.
 */
export const definitionText = (
  workflow: WorkflowName,
  calls: number = settingsSchema.shape.callsPerMinute.parse(undefined),
): string => {
  if (workflow !== 'reconcile') return textOf(definitions[workflow]);
  const { reconcile } = definitions;
  const { States } = reconcile;
  const SurveyProjects = { ...States.SurveyProjects, MaxConcurrency: surveysOfRun(calls) };
  return textOf({ ...reconcile, States: { ...States, SurveyProjects } });
};
