import { holderText } from '../../core/audit/holder-text.ts';
import type { Store } from '../../ports.ts';
import type { StoredProposedPlan } from '../../run/approval/proposed-plans.ts';
import { keys } from '../../run/store/keys.ts';
import { readIfWhole } from '../../run/store/objects.ts';
import type { ReportObject, RunObject } from '../../run/store/run-objects.ts';
import type { StoredApproval } from '../../run/store/schemas/approval.ts';

/** Who proposed a plan first; undefined: not known. */
export const proposerOf = async (store: Store, digest: string): Promise<string | undefined> => {
  const proposed = await readIfWhole<StoredProposedPlan>(store, keys.proposedPlan(digest));
  const run = proposed && (await readIfWhole<RunObject>(store, keys.run(proposed.runId)));
  return run && holderText(run.trigger.by);
};

/** Who approved a plan, whatever became of it; undefined: the store has no approval with this digest. */
export const approverOf = async (store: Store, digest: string): Promise<string | undefined> =>
  /^[0-9a-f]{64}$/.test(digest) ? (await readIfWhole<StoredApproval>(store, keys.approval(digest)))?.by : undefined;

/** Who approved the plan that waited when the run ended; undefined if it still waits. */
export const approverSince = async (store: Store, report: ReportObject | undefined): Promise<string | undefined> => {
  const { plan } = report ?? {};
  if (report === undefined || !plan?.proposal) return undefined;
  for (const digest of [plan.proposal.digest, plan.digest]) {
    const approval = await readIfWhole<StoredApproval>(store, keys.approval(digest));
    // An older one is used up, expired, or allows less.
    if (approval !== undefined && approval.approvedAt >= report.endedAt) return approval.by;
  }
  return undefined;
};
