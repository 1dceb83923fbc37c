import * as z from 'zod';
import { name, proposedChange, text, texts, time } from './parts.ts';
import { summary } from './plan.ts';

/** A plan that was shown to people. */
export const proposal = z.object({
  digest: name,
  /** An unreadable time counts as expired. */
  proposedAt: text,
  projects: texts.nullable(),
  changes: z.array(proposedChange),
});

/** A plan that is or was pending approval. */
export const storedProposal = proposal.extend({ proposedAt: time, runId: name, summary });

/** Use of an approval by a run. */
export const approval = z.object({
  digest: name,
  runId: name,
  usedAt: time,
  /** Time of the proposal by the clock of its machine; absent in approvals of the previous version. */
  proposedAt: text.optional(),
});
export type Approval = z.infer<typeof approval>;
