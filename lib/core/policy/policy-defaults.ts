import type { Guardrails } from '../model/policy-document.ts';

/** What holds where the policy document gives no guardrail of its own. */
const guardrails: Guardrails = {
  maxChanges: 25,
  maxChangePercent: 20,
  maxAddedGb: 5000,
  needApproval: ['lower', 'disable', 'restart'],
  maxFailures: 10,
  firstRun: 'propose',
  approvalHours: 24,
};

/**
 * Defaults of the policy that decisions need; the schema of the document takes them from here and holds all the others
 * itself (`lib/documents`).
 */
export const policyDefaults = {
  guardrails,
  /** Money a month, in whatever currency the policy counts; judged only where prices are known. */
  maxAddedMonthly: '1000.00',
  /** Days before a maximum is reached at which that is reported: long enough to talk to a team. */
  maximumSoonDays: 14,
  /** Of a rule that says nothing of budgets, and of a service that no rule matches. */
  share: { priority: 1, weight: 1, atLeastGb: 0 },
} as const;
