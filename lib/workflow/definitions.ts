import type { WorkflowName } from '../contract/task-contract.ts';
import { reconcile } from './reconcile.ts';
import { retireToken } from './retire-token.ts';
import type { Machine } from './states.ts';

/** The state machines by name; `${task}` stands for the ARN of a Lambda. */
export const definitions = {
  reconcile,
  'retire-token': retireToken,
} as const satisfies Readonly<Record<WorkflowName, Machine>>;
