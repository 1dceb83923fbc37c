import * as z from 'zod';
import { outcomes } from '../../../contract/events.ts';
import type { RunSummary } from '../../../core/plan/run-summary.ts';
import { count, mode, text, time } from './parts.ts';

/** The stored summary of a run, which `headroom runs` lists. */
export const runSummarySchema = z.object({
  runId: text.min(1),
  startedAt: time,
  endedAt: time.nullable(),
  outcome: z.enum(outcomes).nullable(),
  trigger: z.object({ kind: z.enum(['schedule', 'event', 'manual']), by: text }).nullable(),
  mode: mode.nullable(),
  codeVersion: text.optional(),
  part: z.literal(true).optional(),
  undo: text.nullable(),
  digest: text.nullable(),
  plan: z
    .object({
      enable: count,
      raise: count,
      lower: count,
      disable: count,
      configure: count,
      adopt: count.optional(),
      giveBack: count.optional(),
      reclaim: count.optional(),
      grow: count.optional(),
      addedGb: count,
      addedMonthly: text.nullable(),
      netGb: z.number().int(),
      netMonthly: text.nullable(),
      currency: text.optional(),
    })
    .nullable(),
  results: z.object({ confirmed: count, unconfirmed: count, failed: count, skipped: count }),
  findings: count,
  unread: count,
  error: text.nullable(),
  unpublished: count.optional(),
  audit: z.object({ sequence: count, hash: text }).optional(),
}) satisfies z.ZodType<RunSummary>;
