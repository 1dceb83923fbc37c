import type { OpenApproval } from '../../core/approval/approval.ts';
import type { Bounds, CarriedOut } from '../../core/approval/carried-out.ts';
import { type RolloutStep, rolloutStep } from '../../core/approval/rollout.ts';
import { groupBy } from '../../core/model/grouping.ts';
import { mayWrite } from '../../core/model/mode.ts';
import type { Policy } from '../../core/model/policy-document.ts';
import { appliesPolicy, type PlanResult } from '../../core/plan/plan-input.ts';
import type { Plan } from '../../core/plan/plan-result.ts';
import type { StorePorts } from '../../ports.ts';
import { type Approvals, openApprovals, storeApproval } from '../approval/approvals.ts';
import { type Reservation, reserve } from '../approval/uses.ts';
import { keys } from '../store/keys.ts';
import { readIfWhole, readObject, writeObject } from '../store/objects.ts';
import type { RunObject } from '../store/run-objects.ts';
import type { StoredRollout } from '../store/schemas/memory.ts';

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

/** The memory of a rollout without what this run has taken: an attempt that failed later has changed nothing yet. */
const withoutOwn = (state: StoredRollout | undefined, runId: string): StoredRollout | undefined =>
  state?.taken?.runId === runId ? { ...state, services: state.services - state.taken.services } : state;

/** A person who starts a run continues a stopped rollout; a read-only run only shows it. */
const stepOf = async (
  { store, clock }: StorePorts,
  run: RunObject,
  { rollout }: Policy,
): Promise<RolloutStep | undefined> => {
  if (rollout === undefined || !appliesPolicy(run)) return undefined;
  const state = await readObject<StoredRollout>(store, keys.rollout);
  return rolloutStep(rollout, withoutOwn(state, run.runId), {
    nowMs: clock.now(),
    isContinued: run.trigger.kind === 'manual' && !run.readOnly,
  });
};

/** What a run may carry out besides what guardrails allow. A plan without changes needs none, so nothing is read for it. */
export const boundsOf = async (
  ports: StorePorts,
  run: RunObject,
  policy: Policy,
  { exact, named }: Approvals,
  { plan }: PlanResult,
): Promise<Bounds> => {
  if (plan.changes.length === 0 || !mayWrite(plan.mode)) return { approvals: [], isExact: false };
  return {
    approvals: await approvalsFor(ports, run, policy, named),
    isExact: exact.length > 0,
    rollout: await stepOf(ports, run, policy),
  };
};

/** The approved changes that the plan of a run uses, by approval; the plan of a file is used as a whole. */
const reservationsOf = ({ uses }: CarriedOut, { exact, named }: Approvals): Reservation[] => {
  const whole = exact.map(({ digest, proposedAt, changes }): Reservation => {
    const approval = named?.digest === digest ? { by: named.by, approvedAt: named.approvedAt } : undefined;
    return { digest, proposedAt, places: changes.map((_, place) => place), approval };
  });
  const isWhole = new Set(whole.map(({ digest }) => digest));
  const inPart = groupBy(
    uses.filter(({ approval }) => !isWhole.has(approval.digest)),
    ({ approval }) => approval.digest,
  );
  const parts = [...inPart].flatMap(([digest, ofDigest]): Reservation[] => {
    const [first] = ofDigest;
    if (first === undefined) return [];
    const { proposedAt, by, approvedAt } = first.approval;
    return [{ digest, proposedAt, places: ofDigest.map(({ place }) => place), approval: { by, approvedAt } }];
  });
  return [...whole, ...parts];
};

/** The memory of a rollout: the services of this step, and no failures once a run carries out all that is left. */
const noteStep = async (
  { store }: StorePorts,
  plan: Plan,
  { state }: RolloutStep,
  taken: NonNullable<StoredRollout['taken']>,
): Promise<void> => {
  const failed = plan.rollout === undefined ? 0 : state.failed;
  const now: StoredRollout = { ...state, services: state.services + taken.services, failed, counted: '', taken };
  await writeObject(store, keys.rollout, now);
};

/**
 * Records the approval of the request and, before the first write, the approved changes that the run uses.
 * @throws ApprovalUsed if another run has just used one of them
 */
export const recordApprovals = async (
  ports: StorePorts,
  { runId, mode }: RunObject,
  carried: CarriedOut,
  { approvals, bounds }: { readonly approvals: Approvals; readonly bounds: Bounds },
): Promise<void> => {
  const { plan } = carried;
  if (approvals.named !== undefined && mayWrite(mode)) await storeApproval(ports, approvals.named);
  if (plan.verdict !== 'apply') return;
  for (const reservation of reservationsOf(carried, approvals)) await reserve(ports, runId, reservation);
  if (bounds.rollout === undefined) return;
  const services =
    plan.rollout?.services ?? new Set(plan.changes.map(({ project, service }) => `${project}/${service}`)).size;
  await noteStep(ports, plan, bounds.rollout, { runId, services });
};

/** Adds the failures of an ended run to its rollout, once. */
export const countFailures = async (
  { store }: Pick<StorePorts, 'store'>,
  runId: string,
  plan: Pick<Plan, 'rollout'> | null,
  failures: number,
): Promise<void> => {
  if (plan?.rollout === undefined || failures === 0) return;
  const state = await readIfWhole<StoredRollout>(store, keys.rollout);
  if (state === undefined || state.counted === runId) return;
  await writeObject(store, keys.rollout, { ...state, failed: state.failed + failures, counted: runId });
};
