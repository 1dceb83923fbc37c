import * as z from 'zod';
import { knownRefusalCodes } from '../protocol/refusal.ts';

/** A fault is data: an operation, a count, and one failure. */

const shared = {
  /** An OperationId, or `*` for every operation. */
  operation: z.string().min(1),
  /** Number of requests it affects before it expires. */
  times: z.int().positive().default(1),
};

const faultSchema = z.union([
  z.strictObject({
    ...shared,
    /** Status of the answer; the operation does not run. */
    status: z.int().min(400).max(599),
    body: z.unknown().optional(),
    /** Value of the Retry-After header, in seconds. */
    retryAfter: z.int().nonnegative().optional(),
  }),
  z.strictObject({
    ...shared,
    /** Code of a known refusal of the real platform; the operation does not run. */
    refusal: z.enum(knownRefusalCodes),
  }),
  z.strictObject({
    ...shared,
    /** Real milliseconds to wait before the operation runs. */
    delayMs: z.int().nonnegative().max(600_000),
  }),
  z.strictObject({
    ...shared,
    /** Cuts the connection before or after the operation runs. */
    drop: z.enum(['before', 'after']),
  }),
  z.strictObject({
    ...shared,
    /** The operation runs, and its answer is truncated in the middle. */
    malformed: z.literal(true),
  }),
]);

export const faultsSchema = z.array(faultSchema);

export type Fault = z.output<typeof faultSchema>;

interface Match {
  readonly fault: Fault | undefined;
  /** Remaining faults for later requests. */
  readonly rest: readonly Fault[];
}

/** Takes the first fault that applies to the operation and uses it up by one. */
export const matchFault = (faults: readonly Fault[], operation: string): Match => {
  const index = faults.findIndex((fault) => fault.operation === '*' || fault.operation === operation);
  const fault = faults[index];
  if (fault === undefined) return { fault: undefined, rest: faults };
  const remaining = fault.times > 1 ? [{ ...fault, times: fault.times - 1 }] : [];
  return { fault, rest: [...faults.slice(0, index), ...remaining, ...faults.slice(index + 1)] };
};
