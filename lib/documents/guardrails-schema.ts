import * as z from 'zod';
import { longestApprovalHours } from '../contract/store-keys.ts';
import type { Guardrails } from '../core/model/policy-document.ts';
import { policyDefaults } from '../core/policy/policy-defaults.ts';
import { absentMeans, money, whole } from './policy-parts.ts';

const { guardrails: standard, maxAddedMonthly } = policyDefaults;

/** Limits of one run without approval (design §6); omitted limits have safe defaults. */
export const guardrails = z.strictObject({
  maxChanges: whole.default(standard.maxChanges).describe('Services that one run may change.'),
  maxChangePercent: whole
    .max(100)
    .default(standard.maxChangePercent)
    .describe('Percent of the managed services that one run may change.'),
  maxAddedGb: whole.default(standard.maxAddedGb).describe('GB by which one run may raise all maximums together.'),
  maxGrowthPercent: whole
    .max(100)
    .default(standard.maxGrowthPercent)
    .describe(
      'Percent of the managed services whose maximum the runs of 24 hours may adjust because their disks need it; the other limits do not count these. Beyond it the soonest full come first; `100` sets no limit.',
    ),
  maxAddedMonthly: absentMeans(money, maxAddedMonthly).describe(
    'Monthly cost as text, like "1000.00", that one run may add, in the currency of the prices. If set, additions without a known price also need approval.',
  ),
  maxRaises: whole
    .optional()
    .describe('Services whose maximum one run may raise; omitted: only the other limits apply.'),
  maxLowers: whole
    .optional()
    .describe('Services whose maximum one run may lower; omitted: only the other limits apply.'),
  needApproval: z
    .array(z.enum(['harm', 'enable', 'raise', 'lower', 'disable', 'restart']))
    .default([...standard.needApproval])
    .describe(
      'Changes that wait for an approval. harm: a maximum that leaves a disk less than 7 days of room, a disable that no tag of the service asks for, a restart. The kinds enable, raise, lower, disable and restart wait whether they harm or not; [] lets all of them pass, within the limits.',
    ),
  maxFailures: whole
    .default(standard.maxFailures)
    .describe(
      'Failed changes after which a run stops; 0 stops it at the first one. Unless it is 0, two kinds of services do not count: those whose last change failed too, and those for whose plan the platform offers no autoscaler.',
    ),
  firstRun: z
    .enum(['propose', 'apply'])
    .default(standard.firstRun)
    .describe('First plan after mode observe or stop: propose requires approval, apply applies it.'),
  approvalHours: whole
    .max(longestApprovalHours)
    .default(standard.approvalHours)
    .describe(
      'Hours during which a proposed plan can be approved or applied from a file, and for which its approval then holds; 0 disables all of it.',
    ),
} satisfies Record<keyof Guardrails, z.ZodType>) satisfies z.ZodType<Guardrails>;
