import * as z from 'zod';
import { callOrders } from '../../core/calls/order.ts';
import type { EnvironmentKey } from '../environment.ts';
import { storeAreas as area } from '../store-keys.ts';
import type { StoreAccess, TaskContract, TaskName, WorkflowName } from '../task-contract.ts';

/** Common parts of the task contracts. */

export const runId = z.string().min(1);
/** Index of a project in the run's list: names would exceed the payload limit between states. */
export const project = z.number().int().nonnegative();
export const count = z.number().int().nonnegative();
export const callOrder = z.enum(callOrders);
/** `Cause` may be missing. */
export const failure = z.object({ Error: z.string(), Cause: z.unknown().optional() });

/**
 * Concurrent copies of `survey` or `apply`. More would not be faster, because calls a minute are the bottleneck, and a
 * waiting copy costs as much as a working one.
 */
export const mapCopies = 2;

/** The audit, its end, and the runs that are not in it yet. */
export const audit = [area.auditFile, area.sealing] as const;

/** The ledger of calls: every task that calls the platform reserves its calls there. */
export const calls = {
  read: [area.callLedger],
  write: [area.callLedger],
  delete: [],
} as const satisfies StoreAccess;

/** Access to the store goes with the variable that names the bucket; seconds of its states with the workflow that has them. */
type Agreeing<K extends EnvironmentKey> = { readonly store: 'bucket' extends K ? StoreAccess : null } & (
  | { readonly workflow: WorkflowName; readonly stateSeconds: NonNullable<TaskContract['stateSeconds']> }
  | { readonly workflow: null; readonly stateSeconds: null }
);

/** A contract with the exact types of its name, input, output and environment. */
export const contract = <
  const N extends TaskName,
  I extends z.ZodType,
  O extends z.ZodType,
  const K extends EnvironmentKey,
>(
  facts: TaskContract<I, O, K, N> & Agreeing<K>,
) => facts;
