import { PolicyInvalid } from '../../contract/errors.ts';
import { pendingSince } from '../../core/approval/approval.ts';
import { holderText } from '../../core/audit/holder-text.ts';
import { hourMs, isoInstant } from '../../core/model/durations.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { Store } from '../../ports.ts';
import type { StoredProposedPlan } from '../../run/approval/proposed-plans.ts';
import { runPolicy } from '../../run/policy/run-policy.ts';
import { keys } from '../../run/store/keys.ts';
import { readIfWhole } from '../../run/store/objects.ts';
import type { ReportObject, RunObject } from '../../run/store/run-objects.ts';
import type { StoredApproval } from '../../run/store/schemas/approval.ts';

export type WaitingPlan = Pick<Plan, 'digest' | 'summary' | 'changes' | 'violations'>;

/** What of the plan of a report waits for an approval; null if nothing does. */
export const waitingPlan = (plan: Plan | null): WaitingPlan | null => plan?.proposal ?? null;

/** Who proposed a plan, when, and until when it can be approved; null: not known. ISO 8601, UTC. */
export interface ProposedPlanFacts {
  readonly by: string | null;
  readonly at: string;
  readonly expiresAt: string | null;
}

const hoursOf = (run: RunObject): number | undefined => {
  try {
    return runPolicy(run).guardrails.approvalHours;
  } catch (error) {
    // A run that another version planned: the page must not fail.
    if (error instanceof PolicyInvalid) return undefined;
    throw error;
  }
};

/** The proposal of a plan; undefined: the store has none that can be read. */
export const proposalOf = async (store: Store, digest: string): Promise<ProposedPlanFacts | undefined> => {
  const proposed = await readIfWhole<StoredProposedPlan>(store, keys.proposedPlan(digest));
  if (proposed === undefined) return undefined;
  const { proposedAt: at, runId } = proposed;
  const run = await readIfWhole<RunObject>(store, keys.run(runId));
  const hours = run && hoursOf(run);
  return {
    by: run === undefined ? null : holderText(run.trigger.by),
    at,
    expiresAt: hours === undefined ? null : isoInstant(Date.parse(pendingSince(proposed)) + hours * hourMs),
  };
};

/** Who approved a plan, whatever became of it; undefined: the store has no approval with this digest. */
export const approverOf = async (store: Store, digest: string): Promise<string | undefined> =>
  /^[0-9a-f]{64}$/.test(digest) ? (await readIfWhole<StoredApproval>(store, keys.approval(digest)))?.by : undefined;

/** Who approved the plan that waited when the run ended; undefined if it still waits. */
export const approverSince = async (store: Store, report: ReportObject | undefined): Promise<string | undefined> => {
  const waiting = report === undefined ? null : waitingPlan(report.plan);
  if (report === undefined || waiting === null) return undefined;
  for (const digest of [waiting.digest, report.plan?.digest ?? waiting.digest]) {
    const approval = await readIfWhole<StoredApproval>(store, keys.approval(digest));
    // An older one is used up, expired, or allows less.
    if (approval !== undefined && approval.approvedAt >= report.endedAt) return approval.by;
  }
  return undefined;
};
