import * as z from 'zod';
import { knownRefusalCodes } from '../protocol/known-refusals.ts';

/** Faults are data: which operation, how often, and one thing that goes wrong. */

const shared = {
  /** An OperationId, or `*` for any. */
  operation: z.string().min(1),
  /** How many requests it strikes; then it is gone. */
  times: z.int().positive().default(1),
};

const faultSchema = z.union([
  z.strictObject({
    ...shared,
    /** Answered instead of carrying the operation out. */
    status: z.int().min(400).max(599),
    body: z.unknown().optional(),
    /** Seconds, as the Retry-After header says them. */
    retryAfter: z.int().nonnegative().optional(),
  }),
  z.strictObject({
    ...shared,
    /** Code of a refusal that the real platform is known for, answered instead. */
    refusal: z.enum(knownRefusalCodes),
  }),
  z.strictObject({
    ...shared,
    /** Real milliseconds that the request waits before it is carried out. */
    delayMs: z.int().nonnegative().max(600_000),
  }),
  z.strictObject({
    ...shared,
    /** The connection is cut, before the operation is carried out or after. */
    drop: z.enum(['before', 'after']),
  }),
  z.strictObject({
    ...shared,
    /** The operation is carried out, and its answer breaks off in the middle. */
    malformed: z.literal(true),
  }),
]);

export const faultsSchema = z.array(faultSchema);

export type Fault = z.output<typeof faultSchema>;

export interface Match {
  readonly fault: Fault | undefined;
  /** What is left for later requests. */
  readonly rest: readonly Fault[];
}

/** The first fault that concerns the operation, used up by one. */
export const matchFault = (faults: readonly Fault[], operation: string): Match => {
  const index = faults.findIndex((fault) => fault.operation === '*' || fault.operation === operation);
  const fault = faults[index];
  if (fault === undefined) return { fault: undefined, rest: faults };
  const left = fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
  return { fault, rest: [...faults.slice(0, index), ...left, ...faults.slice(index + 1)] };
};
