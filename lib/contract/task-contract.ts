import type * as z from 'zod';
import type { CallOrder } from '../core/calls/order.ts';
import type { EnvironmentKey } from './environment.ts';
import type { StoreArea } from './store-keys.ts';

/** Name of a task, shared by its file in `functions/`, its Lambda and its states in the workflow definitions. */
export type TaskName =
  | 'discover'
  | 'survey'
  | 'plan'
  | 'ask'
  | 'apply'
  | 'report'
  | 'watch-services'
  | 'deliver'
  | 'rotate-token'
  | 'retire-token';

/** Names of the workflow definitions (lib/workflow). */
export const workflowNames = ['reconcile', 'retire-token'] as const;
export type WorkflowName = (typeof workflowNames)[number];

/**
 * Store keys that a task reads, writes and deletes. Infrastructure permits exactly these, and a test runs the whole
 * workflow on a store that refuses everything else. A task that may read may also list all keys, because S3 otherwise
 * answers 403 for a missing key.
 */
export interface StoreAccess {
  readonly read: readonly StoreArea[];
  readonly write: readonly StoreArea[];
  readonly delete: readonly StoreArea[];
}

/** Facts of a task that infrastructure and run time share. Each task is one Lambda. */
export interface TaskContract<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  K extends EnvironmentKey = EnvironmentKey,
  N extends TaskName = TaskName,
> {
  readonly name: N;
  /** The state machine that calls the task; null if a schedule or Secrets Manager calls it directly. */
  readonly workflow: WorkflowName | null;
  readonly input: I;
  readonly output: O;
  /** Environment variables of the Lambda: exactly these are set, and its permissions follow from them. */
  readonly environment: readonly K[];
  /** Lambda assigns processor time in proportion. */
  readonly memoryMb: number;
  /** Time-out of the function in seconds, longer than the wait of the state that calls it. */
  readonly timeoutSeconds: number;
  /**
   * Time-outs of the states that call the task, in seconds: `work` does the task, `note` only records a failure. Null if no
   * state calls it.
   */
  readonly stateSeconds: { readonly work: number; readonly note: number } | null;
  /** Order of service of its platform calls, if its input names no other; null for a task that makes none. */
  readonly order: CallOrder | null;
  /**
   * Longest wait for a platform call, in seconds; then the task answers `again`. Absent: until its time ends.
   */
  readonly longestWaitSeconds?: number;
  /**
   * Concurrent copies: MaxConcurrency of the map that calls the task, otherwise 1. The copies of survey follow from the calls a
   * minute (tasks/copies.ts).
   */
  readonly copies: number;
  /** Null for a task that uses no store. */
  readonly store: StoreAccess | null;
}
