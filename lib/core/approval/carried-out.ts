import type { Change, Waits } from '../change/change.ts';
import { mayWrite } from '../model/mode.ts';
import type { PlanResult } from '../plan/plan-input.ts';
import type { Plan, UsedApproval } from '../plan/plan-result.ts';
import { proposalOf } from '../plan/waits/proposal.ts';
import { type DayGrowth, type Judged, noGrowth } from '../plan/waits/waits.ts';
import type { OpenApproval } from './approval.ts';
import { approvedPart, type Use, withFreedMoney } from './approved-part.ts';

/** The bounds of a run, besides its guardrails. */
export interface Bounds {
  readonly approvals: readonly OpenApproval[];
  /** The run carries out the whole plan or nothing. */
  readonly isExact: boolean;
}

export interface CarriedOut {
  readonly plan: Plan;
  /** The approved changes that its changes use. */
  readonly uses: readonly Use[];
  /** What of it counts over 24 hours. */
  readonly spent: DayGrowth;
}

const usedApprovals = (uses: readonly Use[]): UsedApproval[] =>
  [...new Set(uses.map(({ approval }) => approval))].map((approval) => {
    const { digest, by, approvedAt, expiresAt } = approval;
    const changes = uses.filter((use) => use.approval === approval).length;
    const left = approval.changes.length - approval.used.size - changes;
    return { digest, by, approvedAt, expiresAt, changes, left };
  });

const usesOf = (part: ReadonlyMap<Change, Use>, changes: readonly Change[]): Use[] =>
  changes.flatMap((change) => part.get(change) ?? []);

/** Which changes go, which wait for money that others free, and why the others wait. */
interface Split extends Judged {
  /** The approved change that a change uses; absent for changes that use none. */
  readonly part: ReadonlyMap<Change, Use>;
  readonly going: readonly Change[];
  readonly unfunded: readonly Change[];
}

const splitBy = (result: PlanResult, approvals: readonly OpenApproval[]): Split => {
  const { plan } = result;
  const isThis = (digest: string) => digest === plan.digest || digest === plan.proposal?.digest;
  const usable = approvals.filter(({ exact, digest, used }) => !exact || (isThis(digest) && used.size === 0));
  const part = approvedPart(plan.changes, usable);
  // A person has seen the whole first plan.
  const isSeen = [...part.values()].some(({ approval }) => approval.isWhole);
  const uncovered = plan.changes.filter((change) => !part.has(change));
  const { waits, violations, spent } = result.judge(uncovered, !isSeen);
  const allowed = plan.changes.filter((change) => !waits.has(change));
  const through = withFreedMoney(new Set(allowed), result);
  return {
    ...{ waits, violations, spent, part, going: allowed.filter((change) => through.has(change)) },
    unfunded: allowed.filter((change) => !through.has(change)),
  };
};

const usedIn = (uses: readonly Use[], waiting: readonly Change[]): Pick<Plan, 'approval'> =>
  uses.length + waiting.length === 0 ? {} : { approval: { used: usedApprovals(uses), waiting } };

/** A change with the reason for which it waits; without one it waits for nothing. */
const markedWith = (change: Change, why: Waits | undefined): Change => {
  if (change.waits === why) return change;
  const { waits: _, ...free } = change;
  return why === undefined ? free : { ...free, waits: why };
};

/** The changes of a run, each with its approval, for the audit. */
const carried = ({ going, part }: Split): Change[] =>
  going.map((change) => {
    const approval = part.get(change)?.approval.digest;
    const free = markedWith(change, undefined);
    return approval === undefined ? free : { ...free, approval };
  });

/**
 * What a run carries out of the needed plan. Pure; in this order:
 * - Guardrails judge the whole plan, without the changes that approvals cover. What harms nothing and stays within the limits needs
 *   no approval.
 * - The others wait (`proposal`), and with them the grants that depend on money which they free.
 */
export const carriedOut = (result: PlanResult, { approvals, isExact }: Bounds): CarriedOut => {
  const { plan } = result;
  if (plan.changes.length === 0 || !mayWrite(plan.mode)) return { plan, uses: [], spent: noGrowth };
  const split = splitBy(result, approvals);
  const { waits, violations, part, going, unfunded } = split;
  if (isExact && waits.size > 0) return { plan, uses: [], spent: noGrowth };
  const marked = plan.changes.map((change) => markedWith(change, waits.get(change)));
  const proposal = proposalOf(marked, violations, result);
  if (going.length === 0) {
    return {
      plan: { ...plan, changes: marked, violations, proposal, ...usedIn([], unfunded) },
      uses: [],
      spent: noGrowth,
    };
  }
  const uses = usesOf(part, going);
  const summary = waits.size === 0 ? plan.summary : result.summaryOf(going);
  const applied: Plan = {
    ...plan,
    ...{ summary, violations: waits.size === 0 ? plan.violations : [], verdict: 'apply', proposal },
    ...usedIn(uses, unfunded),
    changes: carried(split),
  };
  return { plan: applied, uses, spent: split.spent };
};
