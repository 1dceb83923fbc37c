import { ApprovalAmbiguous, ApprovalExpired, ApprovalUnknown, ApprovalUsed, WorldMoved } from './errors.ts';

/**
 * Errors by which a run declines an approval. The run itself did not fail: nothing was written, and what earlier runs
 * reported still holds.
 */
export const approvalRefusals = [
  WorldMoved,
  ApprovalUsed,
  ApprovalExpired,
  ApprovalUnknown,
  ApprovalAmbiguous,
] as const;

const names: ReadonlySet<string> = new Set(approvalRefusals.map((kind) => new kind().name));

/** Whether an error of that name, which is all that a workflow hands on, declines the request of a run. */
export const isRefusal = (error: string): boolean => names.has(error);
