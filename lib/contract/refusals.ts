import {
  ApprovalAmbiguous,
  ApprovalExpired,
  ApprovalUnknown,
  ApprovalUsed,
  LeaseHeld,
  PlanMoved,
  PolicyMoved,
  StoreOwned,
  UndoUnknown,
} from './errors.ts';

/** Errors by which a run refuses an approval that it has found. */
export const approvalRefusals = [PlanMoved, ApprovalUsed, ApprovalExpired] as const;

const names: ReadonlySet<string> = new Set(
  [...approvalRefusals, ApprovalUnknown, ApprovalAmbiguous, LeaseHeld, PolicyMoved, StoreOwned, UndoUnknown].map(
    (kind) => new kind().name,
  ),
);

/**
 * Whether an error refuses the request of a person. A workflow passes on only the name of an error. The run itself did
 * not fail: it wrote nothing, and earlier reports stay valid.
 */
export const isRefusal = (error: string): boolean => names.has(error);
