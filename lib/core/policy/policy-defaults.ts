import type { Guardrails } from '../model/policy-document.ts';

/** Guardrails of a policy document without its own. */
const guardrails: Guardrails = {
  maxChanges: 25,
  maxChangePercent: 20,
  maxAddedGb: 5000,
  maxGrowthPercent: 50,
  needApproval: ['harm'],
  maxFailures: 10,
  firstRun: 'propose',
  approvalHours: 24,
};

/**
 * Policy defaults that decisions need. The schema of the document uses them and defines all others itself
 * (`lib/documents`).
 */
export const policyDefaults = {
  tagPrefix: 'disk-autoscaler',
  guardrails,
  /** Cost per month in the policy's currency; checked only where prices are known. */
  maxAddedMonthly: '1000.00',
  /** Days before a disk is full from which that is urgent: enough time to act, and no more. */
  urgentDays: 7,
  /** For rules without budget settings, and for services without a rule. */
  share: { priority: 1, weight: 1, atLeastGb: 0 },
} as const;
