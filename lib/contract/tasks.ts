import type * as z from 'zod';
import type { EnvironmentKey } from './environment.ts';
import type { TaskContract, TaskName, WorkflowName } from './task-contract.ts';
import { deliverTask, retireTokenTask, rotateTokenTask, watchServicesTask } from './tasks/outside-runs.ts';
import { applyTask, askTask, discoverTask, planTask, reportTask, surveyTask } from './tasks/reconcile.ts';

/** Contracts of all tasks by name. A missing task or fact does not compile. */
export const tasks = {
  discover: discoverTask,
  survey: surveyTask,
  plan: planTask,
  ask: askTask,
  apply: applyTask,
  report: reportTask,
  'watch-services': watchServicesTask,
  deliver: deliverTask,
  'rotate-token': rotateTokenTask,
  'retire-token': retireTokenTask,
} as const satisfies { readonly [N in TaskName]: TaskContract<z.ZodType, z.ZodType, EnvironmentKey, N> };

/** All contracts as a list. */
export const allTasks: readonly TaskContract[] = Object.values(tasks);

/** The tasks that the states of a workflow call. */
export const tasksOf = (workflow: WorkflowName): readonly TaskContract[] =>
  allTasks.filter((contract) => contract.workflow === workflow);

export type TaskInput<N extends TaskName> = z.infer<(typeof tasks)[N]['input']>;
export type TaskOutput<N extends TaskName> = z.infer<(typeof tasks)[N]['output']>;
