import * as z from 'zod';
import { count, name, proposedChange, text, texts, time } from './parts.ts';
import { summary } from './plan.ts';

/** A plan that was shown to people. */
export const proposedPlan = z.object({
  digest: name,
  /** An unreadable time counts as expired. */
  proposedAt: text,
  projects: texts.nullable(),
  changes: z.array(proposedChange),
});

/** A plan that is or was pending approval. */
export const storedProposedPlan = proposedPlan.extend({
  proposedAt: time,
  renewedAt: time.optional(),
  runId: name,
  summary,
});

/** A person's approval of a proposed plan: an upper bound for the writes of runs until it expires. */
export const approval = z.object({
  digest: name,
  /** When the approved plan was proposed, by the clock of its machine. */
  proposedAt: text,
  /** An unreadable time counts as expired. */
  approvedAt: text,
  /** Who approved it, as far as known. */
  by: text,
  /** Whether it allows the whole plan or nothing. */
  exact: z.boolean(),
});
export type StoredApproval = z.infer<typeof approval>;

/** A run request that an approver permits although it applies no policy. */
export const approvedRequest = z.object({
  /** The approved part of the request, as JSON. */
  request: text,
  /** An unreadable time counts as expired. */
  approvedAt: text,
  by: text,
});
export type ApprovedRequest = z.infer<typeof approvedRequest>;

/** What runs have used of an approval. */
export const approvalUse = z.object({
  digest: name,
  /** When the plan that the uses belong to was proposed. */
  proposedAt: text,
  runs: z.array(
    z.object({
      runId: name,
      at: time,
      /** Indexes in the changes of the proposed plan. */
      indexes: z.array(count),
    }),
  ),
});
export type ApprovalUse = z.infer<typeof approvalUse>;
