import { beyondMoney, grantsOf, type LedgerLine } from '../budget/ledger.ts';
import type { BudgetResult } from '../budget/result.ts';
import { type Change, grows, isDiskChange, kindFacts, type ProposedChange, subjectKey } from '../change/change.ts';
import { type ProposedChangeJson, proposedChangeJson } from '../change/change-json.ts';
import { byText, groupBy, serviceKey } from '../model/grouping.ts';
import { parseMoney } from '../model/money.ts';
import { subjectText } from '../plan/difference.ts';
import type { PlanResult } from '../plan/plan-input.ts';
import type { OpenApproval } from './approval.ts';

/** The approved change that a needed change uses. */
export interface Use {
  readonly approval: OpenApproval;
  /** Index in the changes of the approval. */
  readonly index: number;
}

const same = (value: unknown, other: unknown): boolean => JSON.stringify(value) === JSON.stringify(other);

/** An id that the approved plan could not know yet, because the object did not exist, matches any id. */
const isSameObject = (approved: string | null, needed: string | null): boolean =>
  approved === null || approved === needed;

/** Whether a number goes no further than the approved one, in the direction of the phase. */
const isNotBeyond = (phase: ProposedChangeJson['phase'], approved: number, needed: number): boolean =>
  phase === 'grant' ? needed <= approved : needed >= approved;

const isMaximumWithin = ({ phase, maximum: approved }: ProposedChangeJson, needed: ProposedChangeJson['maximum']) => {
  if (approved === null || needed === null) return approved === needed;
  return approved.kind === needed.kind && isNotBeyond(phase, approved.gb, needed.gb);
};

/**
 * Whether a needed change is at most an approved change at the same place: the same direction and the same object, and not
 * beyond its end, wherever it starts: a disk moves from day to day. A maximum that cannot be converted has no order, so it must
 * be equal.
 */
export const isWithin = (approved: ProposedChangeJson, needed: ProposedChangeJson): boolean => {
  if (approved.phase !== needed.phase) return false;
  if (!same(approved.held, needed.held) || approved.disk?.fromMb !== needed.disk?.fromMb) return false;
  if (!isSameObject(approved.endpointId, needed.endpointId)) return false;
  if (!isSameObject(approved.integrationId, needed.integrationId)) return false;
  const { members = [] } = approved;
  if (!(needed.members ?? []).every((member) => members.some((option) => same(option, member)))) return false;
  if (needed.held !== undefined && !same([approved.toGb, approved.maximum], [needed.toGb, needed.maximum]))
    return false;
  return isNotBeyond(approved.phase, approved.toGb, needed.toGb) && isMaximumWithin(approved, needed.maximum);
};

/** The unused changes of all approvals by their place; earlier approvals first. */
const unusedBySubject = (approvals: readonly OpenApproval[]): ReadonlyMap<string, readonly Use[]> => {
  const inOrder = approvals.toSorted((a, b) => byText(a.approvedAt, b.approvedAt) || byText(a.digest, b.digest));
  const unused = inOrder.flatMap((approval) =>
    approval.changes.map((_, index): Use => ({ approval, index })).filter(({ index }) => !approval.used.has(index)),
  );
  return groupBy(unused, ({ approval, index }) => subjectText(approval.changes[index] as ProposedChange));
};

/** The part of the needed changes that approvals cover, each with the approved change that it uses. */
type ApprovedPart = ReadonlyMap<Change, Use>;

/** The changes of one disk depend on each other, so that they go together; a search configuration and a new size go alone. */
const byDisk = (changes: readonly Change[]): Change[][] => [
  ...groupBy(changes, (change) => `${kindFacts[change.kind].about} ${subjectKey(change)}`).values(),
];

/**
 * Selects the needed changes that approvals cover. Never more than was approved: each is at most one approved change that no
 * run has used, and no two use the same. The changes of one disk are covered together or not at all. The order of the input
 * does not matter.
 */
export const approvedPart = (needed: readonly Change[], approvals: readonly OpenApproval[]): ApprovedPart => {
  // Nearly every plan: no approval is open.
  if (approvals.length === 0) return new Map();
  const unused = unusedBySubject(approvals);
  const taken = new Set<Use>();
  const part = new Map<Change, Use>();
  for (const changes of byDisk(needed)) {
    const uses: [Change, Use][] = [];
    for (const change of changes) {
      const json = proposedChangeJson(change);
      const use = unused
        .get(subjectText(change))
        ?.find(
          (candidate) =>
            !taken.has(candidate) &&
            !uses.some(([, other]) => other === candidate) &&
            isWithin(proposedChangeJson(candidate.approval.changes[candidate.index] as ProposedChange), json),
        );
      if (use !== undefined) uses.push([change, use]);
    }
    if (uses.length < changes.length) continue;
    for (const [change, use] of uses) {
      taken.add(use);
      part.set(change, use);
    }
  }
  return part;
};

/** What a budget has in force when these releases are confirmed and no others. */
const linesAfter = ({ shares }: BudgetResult, releases: readonly Change[]): LedgerLine[] => {
  const freed = new Set(releases.map(serviceKey));
  return shares.map((share) => ({
    project: share.project,
    service: share.service,
    inForceGb: freed.has(serviceKey(share)) ? Math.min(share.gb, share.inForceGb) : share.inForceGb,
    price: share.perGbMonth === null ? null : parseMoney(share.perGbMonth),
  }));
};

/**
 * Removes the grants that count on money of releases which are not chosen, the least urgent first (design §12.3). Without such a
 * release all grants stay: the division has paid for them.
 */
export const withFreedMoney = (
  chosen: ReadonlySet<Change>,
  { plan: { changes: needed, budgets }, urgencyOf }: Pick<PlanResult, 'plan' | 'urgencyOf'>,
): ReadonlySet<Change> => {
  const owed = new Set(
    needed.flatMap((change) => (change.phase === 'release' && !chosen.has(change) ? (change.budget ?? []) : [])),
  );
  const refused = new Set<string>();
  for (const budget of budgets.filter(({ name }) => owed.has(name))) {
    const own = [...chosen].filter((change) => change.budget === budget.name);
    const lines = linesAfter(
      budget,
      own.filter(({ phase }) => phase === 'release'),
    );
    const limit = parseMoney(budget.grantableMonthly) ?? 0n;
    for (const key of beyondMoney(limit, lines, grantsOf(own, budget, urgencyOf)).keys()) refused.add(key);
  }
  return new Set(
    [...chosen].filter((change) => !(isDiskChange(change) || grows(change)) || !refused.has(serviceKey(change))),
  );
};
