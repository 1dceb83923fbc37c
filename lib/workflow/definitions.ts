import type { WorkflowName } from '../contract/task-contract.ts';
import { reconcile } from './reconcile.ts';
import { retireToken } from './retire-token.ts';
import type { Machine } from './states.ts';

/** The state machines by name, with `${task}` in place of each Lambda's ARN. */
export const definitions = {
  reconcile,
  'retire-token': retireToken,
} as const satisfies Readonly<Record<WorkflowName, Machine>>;

/** A definition as text: exactly what is deployed, and what `headroom workflow` prints. */
export const definitionText = (workflow: WorkflowName): string => `${JSON.stringify(definitions[workflow], null, 2)}\n`;
