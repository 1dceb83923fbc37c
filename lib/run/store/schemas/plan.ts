import * as z from 'zod';
import type { Decision } from '../../../core/model/decision.ts';
import { change, changes, count, decimal, finding, heldMaximum, mode, name, reasons, text, time } from './parts.ts';

/** The plan of a run, with its decisions, budgets and findings. */

const decision = z
  .object({
    project: name,
    service: text,
    effect: z.enum(['enable', 'disable', 'ignore']),
    rule: text,
    reasons,
    maxAdditionalGb: z.number().optional(),
    actual: z
      .object({
        ours: count,
        others: count,
        maximumGb: z.number().nullable(),
        eligible: z.boolean(),
        exempt: z.boolean(),
      })
      .optional(),
  } satisfies Record<keyof Decision, z.ZodType>)
  .transform((decided): Decision => decided);

const share = z.object({
  project: name,
  service: text,
  provisionedGb: z.number().nullable(),
  wantGb: z.number().nullable(),
  atLeastGb: z.number().nullable(),
  needGb: z.number().nullable(),
  currentGb: z.number().nullable(),
  inForceGb: z.number(),
  shareGb: z.number(),
  gb: z.number(),
  perGbMonth: decimal.nullable(),
  monthly: decimal.nullable(),
  reason: text,
});

const budget = z.object({
  name,
  currency: text,
  monthly: decimal,
  grantableMonthly: decimal,
  inForceMonthly: decimal,
  floorMonthly: decimal,
  heldMonthly: decimal,
  allocatedMonthly: decimal,
  leftMonthly: decimal,
  services: count,
  frozen: z.boolean(),
  withheld: text.nullable(),
  shares: z.array(share),
});

const limit = z.union([z.number(), text]);

const violation = z.object({ guardrail: name, limit, actual: limit.nullable(), message: text });

export const summary = z.object({
  enable: count,
  raise: count,
  lower: count,
  disable: count,
  configure: count,
  addedGb: z.number(),
  addedMonthly: decimal.nullable(),
  loweredGb: z.number(),
  loweredMonthly: decimal.nullable(),
  disabledGb: z.number(),
  disabledMonthly: decimal.nullable(),
  removedGb: z.number(),
  removedMonthly: decimal.nullable(),
  netGb: z.number(),
  netMonthly: decimal.nullable(),
  currency: text.optional(),
});

const freeze = z.object({
  reason: text,
  until: time.nullable(),
  allow: z.array(z.enum(['enable', 'raise'])),
  waiting: z.array(change),
});

const proposal = z.object({
  digest: name,
  summary,
  changes,
  violations: z.array(violation),
  since: time.optional(),
  expires: time.optional(),
});

const approval = z.object({
  used: z.array(z.object({ digest: name, by: text, approvedAt: time, expiresAt: time, changes: count, left: count })),
  waiting: changes,
});

const days = z.number().nullable();

const forecast = z.object({
  services: z.array(
    z.object({
      project: name,
      service: name,
      maximum: heldMaximum,
      isReached: z.boolean(),
      daysToThreshold: days,
      daysToMaximum: days,
      soonestDaysToMaximum: days,
    }),
  ),
  more: count,
  unknown: count,
  coverage: z.object({ known: count, disks: count }),
  record: z
    .array(
      z.object({ confidence: count, rhythm: z.enum(['regular', 'irregular', 'rare']), forecasts: count, above: count }),
    )
    .optional(),
});

export const plan = z.object({
  digest: name,
  mode,
  verdict: z.enum(['nothing', 'apply', 'observe', 'needs-approval']),
  summary,
  changes,
  decisions: z.array(decision),
  budgets: z.array(budget),
  findings: z.array(finding),
  resolves: z.array(finding).optional(),
  accepted: z.array(finding.extend({ until: text, reason: text })).optional(),
  facts: z.array(finding).optional(),
  violations: z.array(violation),
  freeze: freeze.optional(),
  redone: changes.optional(),
  proposal: proposal.optional(),
  approval: approval.optional(),
  forecast: forecast.optional(),
  disks: z
    .object({ known: count, unknown: count, withoutAlert: count, oldestDays: days, nearlyFull: count })
    .optional(),
  readings: z
    .object({
      projects: count,
      olderThanRun: count,
      oldestMinutes: z.number(),
      oldestProject: name,
      promisedMinutes: z.number().nullable(),
      notReadYet: count,
    })
    .optional(),
});
