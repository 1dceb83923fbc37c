import * as z from 'zod';
import type { EnvironmentKey } from '../environment.ts';
import { storeAreas } from '../store-keys.ts';
import type { TaskContract, TaskName } from '../task-contract.ts';

/** What the contracts of several tasks have in common. */

export const runId = z.string().min(1);
/** Place of a project in the run's list: names would pass the limit of what may travel between states. */
export const project = z.number().int().nonnegative();
export const count = z.number().int().nonnegative();
/** `Cause` may be missing. */
export const failure = z.object({ Error: z.string(), Cause: z.unknown().optional() });

/**
 * Copies of `survey` or `apply` at one time. More would not be faster, because calls a minute are what is short, and a
 * copy that waits for its turn costs as much as one that works.
 */
export const mapCopies = 2;

/** Where a task moves what is damaged, and the sign that something is; it deletes it from where it was. */
export const damaged = [storeAreas.damagedSign, storeAreas.damaged] as const;
export const audit = [storeAreas.auditFile, storeAreas.auditHead] as const;

/** A contract with the exact types of its name, input, output and environment. */
export const contract = <
  const N extends TaskName,
  I extends z.ZodType,
  O extends z.ZodType,
  const K extends EnvironmentKey,
>(
  facts: TaskContract<I, O, K, N>,
) => facts;
