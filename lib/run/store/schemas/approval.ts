import * as z from 'zod';
import { name, proposedChange, text, texts, time } from './parts.ts';
import { summary } from './plan.ts';

/** A plan that was shown to people. */
export const proposal = z.object({
  digest: name,
  /** A time that cannot be read is long ago. */
  proposedAt: text,
  projects: texts.nullable(),
  changes: z.array(proposedChange),
});

/** A plan that waits, or waited, for approval. */
export const storedProposal = proposal.extend({ proposedAt: time, runId: name, summary });

/** That a run began to carry out a plan that people had seen. */
export const approval = z.object({
  digest: name,
  runId: name,
  usedAt: time,
  /** When that plan was proposed, by the clock of the machine that did; absent in approvals of the version before. */
  proposedAt: text.optional(),
});
export type Approval = z.infer<typeof approval>;
