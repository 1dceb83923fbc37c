import type { Change } from '../change/change.ts';
import { mayWrite } from '../model/mode.ts';
import { digestText } from '../plan/order.ts';
import type { PlanResult } from '../plan/plan-input.ts';
import type { Plan, PlanApproval, UsedApproval } from '../plan/plan-result.ts';
import type { OpenApproval } from './approval.ts';
import { approvedPart, type Use, withFreedMoney } from './approved-part.ts';

/** The bounds of a run, besides its guardrails. */
export interface Bounds {
  readonly approvals: readonly OpenApproval[];
  /** The run carries out the whole plan or nothing: a plan file, or an exact approval. */
  readonly isExact: boolean;
}

export interface CarriedOut {
  readonly plan: Plan;
  /** The approved changes that its changes use. */
  readonly uses: readonly Use[];
}

const usedApprovals = (uses: readonly Use[]): UsedApproval[] =>
  [...new Set(uses.map(({ approval }) => approval))].map((approval) => {
    const { digest, by, approvedAt, expiresAt } = approval;
    const changes = uses.filter((use) => use.approval === approval).length;
    const left = approval.changes.length - approval.used.size - changes;
    return { digest, by, approvedAt, expiresAt, changes, left };
  });

interface Bounded extends CarriedOut {
  /** The approved change that a change uses; absent for changes that use none. */
  readonly part: ReadonlyMap<Change, Use>;
}

const usesOf = (part: ReadonlyMap<Change, Use>, changes: readonly Change[]): Use[] =>
  changes.flatMap((change) => part.get(change) ?? []);

const withChanges = (result: PlanResult, changes: readonly Change[]): Plan => ({
  ...result.plan,
  digest: result.hash(digestText(changes)),
  summary: result.weigh(changes, false).summary,
  changes,
});

/** What approvals allow of the plan: all of it, their part of it, or nothing. */
const underApprovals = (result: PlanResult, { approvals, isExact }: Bounds): Bounded => {
  const { plan } = result;
  const usable = approvals.filter(({ exact, digest, used }) => !exact || (digest === plan.digest && used.size === 0));
  const part = approvedPart(plan.changes, usable);
  if (part.size === 0) return { plan, uses: [], part };
  const isSeen = [...part.values()].some(({ approval }) => approval.isWhole);
  const rest = plan.changes.filter((change) => !part.has(change));
  const { summary, violations } = result.weigh(rest, !isSeen);
  if (rest.length === 0 || violations.length === 0 || plan.verdict === 'apply') {
    const uses = usesOf(part, plan.changes);
    const approval: PlanApproval = { used: usedApprovals(uses), waiting: [], rest: null };
    return { plan: { ...plan, verdict: 'apply', approval }, uses, part };
  }
  if (isExact) return { plan, uses: [], part };
  const through = withFreedMoney(new Set(part.keys()), plan.changes);
  const changes = plan.changes.filter((change) => through.has(change));
  const waiting = plan.changes.filter((change) => part.has(change) && !through.has(change));
  const uses = usesOf(part, changes);
  const beyond = { digest: result.hash(digestText(rest)), summary, changes: rest, violations };
  if (changes.length === 0) {
    const approval: PlanApproval = { used: [], waiting, rest: null };
    return { plan: { ...plan, ...beyond, verdict: 'needs-approval', approval }, uses, part };
  }
  const approval: PlanApproval = { used: usedApprovals(uses), waiting, rest: beyond };
  return { plan: { ...withChanges(result, changes), violations: [], verdict: 'apply', approval }, uses, part };
};

/** Whether the plan is the approved one as a whole: then its own digest says everything. */
const isJustThePlan = ({ digest, approval }: Plan): boolean =>
  approval?.rest === null && approval.used.length === 1 && approval.used[0]?.digest === digest;

/**
 * What a run carries out of the needed plan. Pure; in this order:
 * - Guardrails judge the whole plan, without the changes that approvals cover. Changes within them need no approval.
 * - What exceeds them waits: the rest is a plan of its own (`approval.rest`), and grants that depend on money which the
 *   rest frees wait for it.
 */
export const carriedOut = (result: PlanResult, bounds: Bounds): CarriedOut => {
  const { plan } = result;
  if (plan.changes.length === 0 || !mayWrite(plan.mode)) return { plan, uses: [] };
  const bounded = underApprovals(result, bounds);
  const { plan: chosen, uses } = bounded;
  if (uses.length === 0) return { plan: chosen, uses };
  if (isJustThePlan(chosen)) return { plan: { ...chosen, approval: undefined }, uses };
  // Each change names its approval, for the audit.
  const changes = chosen.changes.map((change) => {
    const approval = bounded.part.get(change)?.approval.digest;
    return approval === undefined ? change : { ...change, approval };
  });
  return { plan: { ...chosen, changes }, uses };
};
