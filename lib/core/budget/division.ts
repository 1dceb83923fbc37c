import type { Finding } from '../model/decision.ts';
import type { UnreadProject } from '../model/model.ts';
import { costOfGb, formatExact, type Money, parseMoney } from '../model/money.ts';
import type { Budget } from '../model/policy-document.ts';
import { compilePatterns } from '../policy/glob.ts';
import type { ServiceContext } from '../service/changes.ts';
import { type Allocation, allocate, type Claim, type Share } from './budget.ts';
import { applyDeadBand } from './dead-band.ts';
import { budgetFindings, incomplete } from './findings.ts';
import type { Member, Membership } from './members.ts';
import type { BudgetResult, BudgetShare } from './result.ts';
import { shareReason } from './share-reason.ts';
import { type Starvation, starvedOf } from './starved.ts';
import { type BudgetGrant, cannotBeSet, type Target, targetOf, unpricedTarget } from './target.ts';

export interface BudgetPlan {
  readonly result: BudgetResult;
  /** Only of services whose maximum the budget decides. */
  readonly targets: ReadonlyMap<ServiceContext, Target>;
  readonly findings: readonly Finding[];
  readonly starvation: Starvation;
}

const placeOf = ({ subject }: Member) => ({
  project: subject.judgement.decision.project,
  service: subject.judgement.decision.service,
});

const claimed = (member: Member) => {
  const { position: standing, subject } = member;
  const wants = standing.kind === 'wants';
  return {
    ...placeOf(member),
    provisionedGb: standing.provisionedGb,
    wantGb: wants ? standing.wantGb : null,
    atLeastGb: wants ? Math.min(subject.judgement.atLeastGb, standing.wantGb) : null,
    currentGb: wants ? standing.currentGb : subject.actual.heldGb,
  };
};

const claimOf = (member: Member, price: Money): Claim => {
  const { position: standing, subject } = member;
  const { priority, weight, atLeastGb } = subject.judgement;
  const [floorGb, wantGb] =
    standing.kind === 'wants' ? [standing.floorGb, standing.wantGb] : [standing.gb, standing.gb];
  return { ...placeOf(member), floorGb, wantGb, atLeastGb, price, priority, weight };
};

/** Projects that could not be read and that may hold services of the budget: what those cost is not known. */
const unreadIn = (budget: Budget, unread: readonly UnreadProject[]): string[] => {
  const reaches = budget.match.project === undefined ? () => true : compilePatterns(budget.match.project);
  return unread.map(({ project }) => project).filter(reaches);
};

const shown = ({ member, share, gb, reason }: BudgetGrant): BudgetShare => ({
  ...claimed(member),
  shareGb: share.gb,
  gb,
  perGbMonth: formatExact(share.claim.price),
  monthly: formatExact(costOfGb(share.claim.price, gb)),
  reason,
});

/** What has no price has no part of the money; it is shown with what it may grow to. */
const shownUnpriced = (member: Member, target: Target | undefined): BudgetShare => {
  const { position: standing } = member;
  const now = standing.kind === 'wants' ? (standing.currentGb ?? standing.provisionedGb) : standing.gb;
  const gb = target?.kind === 'at' ? target.gb : now;
  const reason = target?.reason ?? 'There is no price for its additional storage, so it is not counted.';
  return { ...claimed(member), shareGb: 0, gb, perGbMonth: null, monthly: null, reason };
};

const byPlace = (a: BudgetShare, b: BudgetShare): number => {
  if (a.project !== b.project) return a.project < b.project ? -1 : 1;
  return a.service < b.service ? -1 : 1;
};

const reasonOf = (
  budget: Budget,
  allocation: Allocation,
  { position: standing }: Member,
  share: Share,
  gb: number,
): string =>
  standing.kind === 'wants'
    ? shareReason(budget.name, allocation, share, gb)
    : `Of budget "${budget.name}": ${standing.why}.`;

const divide = (budget: Budget, allocation: Allocation, priced: ReadonlyMap<Claim, Member>): BudgetGrant[] => {
  const current = (claim: Claim) => {
    const standing = priced.get(claim)?.position;
    return standing?.kind === 'wants' ? standing.currentGb : null;
  };
  const settled = applyDeadBand(allocation, current, budget.deadBandGb);
  return allocation.shares.flatMap((share): BudgetGrant[] => {
    const member = priced.get(share.claim);
    if (member === undefined) return [];
    const gb = settled.get(share.claim) ?? share.gb;
    const reason = reasonOf(budget, allocation, member, share, gb);
    return [{ member, share, gb: cannotBeSet(member, gb) ? share.claim.floorGb : gb, reason }];
  });
};

/**
 * Divides one budget among its services (design §8), and says what that makes of the maximum of each.
 * @param grantable what may be granted a month; not more than the budget's own amount
 */
export const planBudget = (
  membership: Membership,
  grantable: Money,
  currency: string,
  unread: readonly UnreadProject[],
): BudgetPlan => {
  const { budget, members } = membership;
  const missing = [...unreadIn(budget, unread), ...membership.unread];
  const withheld = missing.length === 0 ? null : incomplete(budget.name, missing);
  const priced = new Map<Claim, Member>();
  const targets = new Map<ServiceContext, Target>();
  const aim = ({ subject }: Member, target: Target | undefined) => {
    if (target !== undefined) targets.set(subject, target);
  };
  for (const member of members) {
    if (member.price === null) aim(member, unpricedTarget(member, withheld));
    else priced.set(claimOf(member, member.price), member);
  }
  const allocation = allocate(grantable, [...priced.keys()]);
  const divided = divide(budget, allocation, priced);
  for (const given of divided) aim(given.member, targetOf(given, withheld));
  const allocated = divided.reduce((sum, { share, gb }) => sum + costOfGb(share.claim.price, gb), 0n);
  const unpriced = members.filter(({ price }) => price === null);
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
    shares: [
      ...divided.map(shown),
      ...unpriced.map((member) => shownUnpriced(member, targets.get(member.subject))),
    ].sort(byPlace),
  };
  const provisioned = divided.reduce(
    (sum, { member, share }) => sum + costOfGb(share.claim.price, member.position.provisionedGb ?? 0),
    0n,
  );
  const findings = [
    ...budgetFindings(budget, result, allocation, provisioned),
    ...[...targets.values()].flatMap((target) => (target.kind === 'hold' && target.finding ? [target.finding] : [])),
  ];
  const starved = starvedOf(divided, unpriced, targets, withheld);
  return { result, targets, findings, starvation: { budget, currency, allocation, given: divided, starved } };
};
