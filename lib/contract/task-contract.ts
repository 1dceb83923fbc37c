import type * as z from 'zod';
import type { EnvironmentKey } from './environment.ts';
import type { StoreArea } from './store-keys.ts';

/** Name of a task: its file in `functions/`, its function on AWS and its states in the workflow definitions bear it. */
export type TaskName =
  | 'discover'
  | 'survey'
  | 'plan'
  | 'apply'
  | 'report'
  | 'watch-services'
  | 'rotate-token'
  | 'retire-token';

/** The workflow definitions (lib/workflow). */
export type WorkflowName = 'reconcile' | 'retire-token';

/**
 * Which keys of the store a task reads, writes and deletes, and no other. Infrastructure permits exactly these, and a
 * test runs the whole workflow on a store that refuses everything else. A task that may read may also list all keys:
 * otherwise S3 answers 403 for a key that does not exist.
 */
export interface StoreAccess {
  readonly read: readonly StoreArea[];
  readonly write: readonly StoreArea[];
  readonly delete: readonly StoreArea[];
}

/** Everything about a task that infrastructure and run time must agree on. Each task is one Lambda. */
export interface TaskContract<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  K extends EnvironmentKey = EnvironmentKey,
  N extends TaskName = TaskName,
> {
  readonly name: N;
  /** The state machine that calls it; null when a schedule or Secrets Manager calls it directly. */
  readonly workflow: WorkflowName | null;
  readonly input: I;
  readonly output: O;
  /** The variables that the Lambda gets: exactly these are set, and they decide what it may reach. */
  readonly environment: readonly K[];
  /** Also buys processor time. */
  readonly memoryMb: number;
  /** Of the function, in seconds: longer than the state that calls it waits. */
  readonly timeoutSeconds: number;
  /**
   * Seconds that a state waits: for the work itself, and for the note of a failure, which asks for no work. They are those
   * of the workflow definitions; null where no state calls the task.
   */
  readonly stateSeconds: { readonly work: number; readonly note: number } | null;
  /** Percent of the calls a minute that all copies together may make to the platform; 0 for a task that makes none. */
  readonly callShare: number;
  /** Copies that may run at one time: MaxConcurrency of the map that calls it; what no map calls runs once. */
  readonly copies: number;
  /** Null for a task that uses no store. */
  readonly store: StoreAccess | null;
}
