import type { OpenApproval } from '../../core/approval/approval.ts';
import type { Bounds, CarriedOut } from '../../core/approval/carried-out.ts';
import { mayWrite } from '../../core/model/mode.ts';
import type { Policy } from '../../core/model/policy-document.ts';
import { appliesPolicy, type PlanResult } from '../../core/plan/plan-input.ts';
import type { StorePorts } from '../../ports.ts';
import { type Approvals, openApprovals, storeApproval } from '../approval/approvals.ts';
import { type Reservation, reserve } from '../approval/uses.ts';
import type { RunObject } from '../store/run-objects.ts';

/** The approval that the request names comes first; a run that does not apply the policy uses no other. */
const approvalsFor = async (
  ports: StorePorts,
  run: RunObject,
  { guardrails }: Policy,
  named: OpenApproval | undefined,
): Promise<OpenApproval[]> => {
  const others = appliesPolicy(run) ? await openApprovals(ports, guardrails, run.runId) : [];
  return [...(named === undefined ? [] : [named]), ...others.filter(({ digest }) => digest !== named?.digest)];
};

/** What a run may carry out besides what guardrails allow. A plan without changes needs none, so nothing is read for it. */
export const boundsOf = async (
  ports: StorePorts,
  run: RunObject,
  policy: Policy,
  { named }: Approvals,
  { plan }: PlanResult,
): Promise<Bounds> => {
  if (plan.changes.length === 0 || !mayWrite(plan.mode)) return { approvals: [], isExact: false };
  return {
    approvals: await approvalsFor(ports, run, policy, named),
    isExact: run.exact === true,
  };
};

/** The approved changes that the plan of a run uses, by approval; the plan of a file is used as a whole. */
const reservationsOf = ({ uses }: CarriedOut, { exact }: Approvals): Reservation[] => {
  const whole = exact.map((plan) => ({ ...plan, indexes: plan.changes.map((_, index) => index) }));
  const inPart = [...new Set(uses.map(({ approval }) => approval))]
    .filter(({ digest }) => exact.every((plan) => plan.digest !== digest))
    .map((approval) => ({
      ...approval,
      indexes: uses.filter((use) => use.approval === approval).map(({ index }) => index),
    }));
  return [...whole, ...inPart];
};

/**
 * Records the approval of the request and, before the first write, the approved changes that the run uses.
 * @throws ApprovalUsed if another run has just used one of them
 */
export const recordApprovals = async (
  ports: StorePorts,
  { runId, mode }: RunObject,
  carried: CarriedOut,
  approvals: Approvals,
): Promise<void> => {
  const { plan } = carried;
  if (approvals.named !== undefined && mayWrite(mode)) await storeApproval(ports, approvals.named);
  if (plan.verdict !== 'apply') return;
  for (const reservation of reservationsOf(carried, approvals)) await reserve(ports, runId, reservation);
};
