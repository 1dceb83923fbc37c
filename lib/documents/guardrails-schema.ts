import * as z from 'zod';
import { longestApprovalHours } from '../contract/store-keys.ts';
import type { Guardrails } from '../core/model/policy-document.ts';
import { policyDefaults } from '../core/policy/policy-defaults.ts';
import { absentMeans, money, whole } from './policy-parts.ts';

const { guardrails: standard, maxAddedMonthly } = policyDefaults;

/** Limits of what one run may do without approval (design §6); one that is left out has its safe default. */
export const guardrails = z.strictObject({
  maxChanges: whole.default(standard.maxChanges).describe('Services that one run may change.'),
  maxChangePercent: whole
    .max(100)
    .default(standard.maxChangePercent)
    .describe('The same in percent of the services that the policy manages.'),
  maxAddedGb: whole.default(standard.maxAddedGb).describe('GB by which one run may lift all maximums together.'),
  maxAddedMonthly: absentMeans(money, maxAddedMonthly).describe(
    'Money a month as text, like "1000.00", that one run may add in the currency of the prices. Where you set it, anything added without a known price waits too.',
  ),
  maxRaises: whole
    .optional()
    .describe('Services whose maximum one run may raise; left out: only the other limits hold.'),
  maxLowers: whole
    .optional()
    .describe('Services whose maximum one run may lower; left out: only the other limits hold.'),
  needApproval: z
    .array(z.enum(['enable', 'raise', 'lower', 'disable', 'restart']))
    .default([...standard.needApproval])
    .describe(
      'Kinds of change that always wait for approval. restart is a search option whose change restarts every instance of the service.',
    ),
  maxFailures: whole
    .default(standard.maxFailures)
    .describe('Failed changes after which a run tries nothing more; 0 ends it at the first one.'),
  firstRun: z
    .enum(['propose', 'apply'])
    .default(standard.firstRun)
    .describe('propose lets the first plan after mode observe or stop wait for approval, apply carries it out.'),
  approvalHours: whole
    .max(longestApprovalHours)
    .default(standard.approvalHours)
    .describe('Hours after which a proposed plan can no longer be approved or applied from a file; 0 lets none be.'),
}) satisfies z.ZodType<Guardrails>;
