import { type Allocation, allocate, type Claim, type Share } from './budget.ts';
import { budgetFindings, incomplete } from './budget-findings.ts';
import type { Member, Membership } from './budget-members.ts';
import { settle } from './dead-band.ts';
import { compilePatterns } from './glob.ts';
import type { BudgetResult, BudgetShare, Finding, UnreadProject } from './model.ts';
import { costOfGb, formatExact, type Money, parseMoney } from './money.ts';
import type { Budget } from './policy-document.ts';
import type { Case } from './service-changes.ts';
import { shareReason } from './share-reason.ts';

/** What a budget makes of the desired maximum of one service. */
export type Target =
  /** The maximum is this, and that is why. */
  | { readonly kind: 'at'; readonly gb: number; readonly reason: string }
  /** Nothing is changed on the service now. */
  | { readonly kind: 'hold'; readonly reason: string; readonly finding?: Finding };

export interface BudgetPlan {
  readonly result: BudgetResult;
  /** Only of services whose maximum the budget decides. */
  readonly targets: ReadonlyMap<Case, Target>;
  readonly findings: readonly Finding[];
}

const placeOf = ({ of }: Member) => ({
  project: of.judgement.decision.project,
  service: of.judgement.decision.service,
});

const claimOf = (member: Member, price: Money): Claim => {
  const { standing, of } = member;
  const { priority, weight } = of.judgement;
  const [floorGb, wantGb] =
    standing.kind === 'counted' ? [standing.gb, standing.gb] : [standing.floorGb, standing.wantGb];
  return { ...placeOf(member), floorGb, wantGb, price, priority, weight };
};

/** Projects that could not be read and that may hold services of the budget: what those cost is not known. */
const unreadIn = (budget: Budget, unread: readonly UnreadProject[]): string[] => {
  const reaches = budget.match.project === undefined ? () => true : compilePatterns(budget.match.project);
  return unread.map(({ project }) => project).filter(reaches);
};

const hold = (member: Member, code: string, message: string): Target => ({
  kind: 'hold',
  reason: message,
  finding: { code, ...placeOf(member), message },
});

/** A service that may not be granted anything can still be lowered to what it wants. */
const withoutGrant = (member: Member, gb: number, reason: string, otherwise: Target): Target => {
  const { standing } = member;
  const lowers = standing.kind === 'wants' && standing.currentGb !== null && gb < standing.currentGb;
  return lowers ? { kind: 'at', gb, reason } : otherwise;
};

/** The desired maximum of a member whose share is known; undefined where the budget changes nothing of it. */
const targetOf = (member: Member, share: Share, gb: number, reason: string, withheld: string | null) => {
  const { standing, of } = member;
  if (standing.kind === 'counted') return undefined;
  const wanted = of.judgement.decision.maxAdditionalGb ?? 0;
  // What is provisioned is more than the rule allows: that is a finding of its own, with or without a budget.
  if (wanted < standing.provisionedGb && gb === standing.floorGb) return undefined;
  if (withheld !== null) {
    const silent: Target = { kind: 'hold', reason: `${withheld} ${reason}` };
    return withoutGrant(member, gb, reason, silent);
  }
  const isNew = of.actual.attached.length === 0;
  if (isNew && share.cut !== 'none' && gb <= standing.provisionedGb) {
    return hold(member, 'budget-gives-nothing', `${reason} The autoscaler could add nothing, so it is not enabled.`);
  }
  return { kind: 'at', gb, reason } satisfies Target;
};

const unpriced = (member: Member): Target | undefined => {
  const { standing, noPrice } = member;
  if (standing.kind === 'counted') return undefined;
  const message = `There is no price for its additional storage (${noPrice}), so the budget grants it nothing. Give one in prices of the policy.`;
  return withoutGrant(member, standing.wantGb, message, hold(member, 'price-unknown', message));
};

interface Divided {
  readonly member: Member;
  readonly share: Share;
  readonly gb: number;
  readonly reason: string;
}

const shown = ({ member, share, gb, reason }: Divided): BudgetShare => {
  const { standing } = member;
  const wants = standing.kind === 'wants';
  return {
    ...placeOf(member),
    provisionedGb: standing.provisionedGb,
    wantGb: wants ? standing.wantGb : null,
    currentGb: wants ? standing.currentGb : member.of.actual.heldGb,
    shareGb: share.gb,
    gb,
    perGbMonth: formatExact(share.claim.price),
    monthly: formatExact(costOfGb(share.claim.price, gb)),
    reason,
  };
};

const divide = (budget: Budget, allocation: Allocation, priced: ReadonlyMap<Claim, Member>): Divided[] => {
  const current = ({ standing }: Member) => (standing.kind === 'wants' ? standing.currentGb : null);
  const settled = settle(allocation, (claim) => current(priced.get(claim) as Member), budget.deadBandGb);
  return allocation.shares.flatMap((share) => {
    const member = priced.get(share.claim);
    if (member === undefined) return [];
    const gb = settled.get(share.claim) ?? share.gb;
    const { standing } = member;
    const reason =
      standing.kind === 'counted'
        ? `Of budget "${budget.name}": ${standing.why}.`
        : shareReason(budget.name, allocation, share, gb);
    return [{ member, share, gb, reason }];
  });
};

/**
 * Divides one budget among its services (design §8), and says what that makes of the maximum of each.
 * @param grantable what may be granted a month; not more than the budget's own amount
 */
export const planBudget = (
  { budget, members }: Membership,
  grantable: Money,
  currency: string,
  unread: readonly UnreadProject[],
): BudgetPlan => {
  const priced = new Map<Claim, Member>();
  const targets = new Map<Case, Target>();
  for (const member of members) {
    if (member.price !== null) priced.set(claimOf(member, member.price), member);
    const target = member.price === null ? unpriced(member) : undefined;
    if (target !== undefined) targets.set(member.of, target);
  }
  const allocation = allocate(grantable, [...priced.keys()]);
  const divided = divide(budget, allocation, priced);
  const missing = unreadIn(budget, unread);
  const withheld = missing.length === 0 ? null : incomplete(budget.name, missing);
  for (const { member, share, gb, reason } of divided) {
    const target = targetOf(member, share, gb, reason, withheld);
    if (target !== undefined) targets.set(member.of, target);
  }
  const allocated = divided.reduce((sum, { share, gb }) => sum + costOfGb(share.claim.price, gb), 0n);
  const result: BudgetResult = {
    name: budget.name,
    currency,
    monthly: formatExact(parseMoney(budget.monthly) ?? 0n),
    grantableMonthly: formatExact(grantable),
    floorMonthly: formatExact(allocation.floor),
    allocatedMonthly: formatExact(allocated),
    leftMonthly: formatExact(grantable > allocated ? grantable - allocated : 0n),
    services: members.length,
    frozen: allocation.frozen,
    withheld,
    shares: divided.map(shown),
  };
  const findings = [
    ...budgetFindings(budget, result, allocation),
    ...[...targets.values()].flatMap((target) => (target.kind === 'hold' && target.finding ? [target.finding] : [])),
  ];
  return { result, targets, findings };
};
