import {
  ApprovalAmbiguous,
  ApprovalExpired,
  ApprovalUnknown,
  ApprovalUsed,
  UndoUnknown,
  WorldMoved,
} from './errors.ts';

/** Errors by which a run declines an approval. */
export const approvalRefusals = [
  WorldMoved,
  ApprovalUsed,
  ApprovalExpired,
  ApprovalUnknown,
  ApprovalAmbiguous,
] as const;

const names: ReadonlySet<string> = new Set([...approvalRefusals, UndoUnknown].map((kind) => new kind().name));

/**
 * Whether an error of that name, which is all that a workflow hands on, declines the request of a person. The run itself
 * did not fail: nothing was written, and what earlier runs reported still holds.
 */
export const isRefusal = (error: string): boolean => names.has(error);
