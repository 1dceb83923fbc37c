import type { WorkflowName } from '../contract/task-contract.ts';
import { reconcile } from './reconcile.ts';
import { retireToken } from './retire-token.ts';
import type { Machine } from './states.ts';

/** The state machines by name; `${task}` stands for the ARN of a Lambda. */
export const definitions = {
  reconcile,
  'retire-token': retireToken,
} as const satisfies Readonly<Record<WorkflowName, Machine>>;

/** A definition as text, both for deployment and for `headroom workflow`. */
export const definitionText = (workflow: WorkflowName): string => `${JSON.stringify(definitions[workflow], null, 2)}\n`;
