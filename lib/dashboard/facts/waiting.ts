import type { Plan } from '../../core/plan/plan-result.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../../run/store/keys.ts';
import { readIfWhole } from '../../run/store/objects.ts';
import type { ReportObject } from '../../run/store/run-objects.ts';
import type { StoredApproval } from '../../run/store/schemas/approval.ts';

export type WaitingPlan = Pick<Plan, 'digest' | 'summary' | 'changes' | 'violations'>;

/** The plan of a report that waits for an approval; the rest that no approval covers, if there is one. */
export const waitingPlan = (plan: Plan | null): WaitingPlan | null => {
  if (plan === null) return null;
  return plan.verdict === 'needs-approval' ? plan : (plan.approval?.rest ?? null);
};

/** Who approved a plan, whatever became of it; undefined: the store has no approval with this digest. */
export const approverOf = async (store: Store, digest: string): Promise<string | undefined> =>
  /^[0-9a-f]{64}$/.test(digest) ? (await readIfWhole<StoredApproval>(store, keys.approval(digest)))?.by : undefined;

/** Who approved the plan that waited when the run ended; undefined if it still waits. */
export const approverSince = async (store: Store, report: ReportObject | undefined): Promise<string | undefined> => {
  const waiting = report === undefined ? null : waitingPlan(report.plan);
  if (report === undefined || waiting === null) return undefined;
  const approval = await readIfWhole<StoredApproval>(store, keys.approval(waiting.digest));
  // An older one is used up, expired, or allows less.
  return approval !== undefined && approval.approvedAt >= report.endedAt ? approval.by : undefined;
};
