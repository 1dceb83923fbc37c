import type { Finding } from '../model/decision.ts';
import { byService } from '../model/grouping.ts';
import { costOfGb, formatExact, type Money, parseMoney } from '../model/money.ts';
import type { Budget } from '../model/policy-document.ts';
import type { ServiceContext } from '../service/changes.ts';
import { allocate, applyDeadBand, type Claim } from './budget.ts';
import { assumedFindings, budgetFindings, incomplete } from './findings.ts';
import { inForce, inForceGbOf } from './ledger.ts';
import type { Member, Membership } from './members.ts';
import { costOfAll, type NeedClaim } from './need/claim.ts';
import { type DiskFacts, needsOf } from './need/disk-needs.ts';
import { type Division, divideByNeed, type NeedShare } from './need/division.ts';
import type { BudgetResult, BudgetShare } from './result.ts';
import { shareReason } from './share-reason.ts';
import { type Starvation, starvedOf } from './starved.ts';
import { type AllocatedMaximum, cannotBeSet, type Target, targetOf, unpricedTarget } from './target.ts';

interface BudgetPlan {
  readonly result: BudgetResult;
  /** Only of services whose maximum the budget decides. */
  readonly targets: ReadonlyMap<ServiceContext, Target>;
  readonly findings: readonly Finding[];
  readonly starvation: Starvation;
}

const nameOf = ({ subject }: Member) => ({
  project: subject.judgement.decision.project,
  service: subject.judgement.decision.service,
});

/** A share's members that do not follow from the division. */
const claimFields = (member: Member) => {
  const { position, subject } = member;
  const wants = position.kind === 'wants';
  return {
    ...nameOf(member),
    provisionedGb: position.provisionedGb,
    wantGb: wants ? position.wantGb : null,
    atLeastGb: wants ? Math.min(subject.judgement.atLeastGb, position.wantGb) : null,
    currentGb: wants ? position.currentGb : subject.actual.inForceGb,
    inForceGb: inForceGbOf(subject, position.provisionedGb),
  };
};

/** The money in force of the members of a budget. */
const inForceOf = (members: readonly Member[]): Money =>
  inForce(
    members.map((member) => ({
      ...nameOf(member),
      inForceGb: inForceGbOf(member.subject, member.position.provisionedGb),
      price: member.price,
    })),
  );

const claimOf = (member: Member, price: Money, disks: DiskFacts): NeedClaim => {
  const { position, subject } = member;
  const { priority, weight, atLeastGb } = subject.judgement;
  const [floorGb, wantGb] =
    position.kind === 'wants' ? [position.floorGb, position.wantGb] : [position.gb, position.gb];
  const needs = position.kind === 'wants' && !position.isRetried ? needsOf(subject, position, disks) : null;
  return { ...nameOf(member), floorGb, wantGb, atLeastGb, price, priority, weight, needs };
};

const shareOf = ({ member, share, gb, reason }: AllocatedMaximum): BudgetShare => ({
  ...claimFields(member),
  needGb: share.needGb,
  shareGb: share.gb,
  gb,
  perGbMonth: formatExact(share.claim.price),
  monthly: formatExact(costOfGb(share.claim.price, gb)),
  reason,
});

/** A member without a price gets no money; `gb` is the size that it may grow to. */
const unpricedShare = (member: Member, target: Target | undefined): BudgetShare => {
  const { position } = member;
  const now = position.kind === 'wants' ? (position.currentGb ?? position.provisionedGb) : position.gb;
  const gb = target?.kind === 'at' ? target.gb : now;
  const reason = target?.reason ?? 'Its additional storage has no price, so the budget does not count it.';
  return { ...claimFields(member), needGb: null, shareGb: 0, gb, perGbMonth: null, monthly: null, reason };
};

const reasonOf = (budget: Budget, division: Division, { position }: Member, share: NeedShare, gb: number): string => {
  if (position.kind !== 'wants') return `Budget "${budget.name}": ${position.why}.`;
  if (!position.isRetried) return shareReason(budget.name, division, share, gb);
  return `Gets ${gb} GB for now, because the platform refused the autoscaler before. If the platform accepts it, the next run gives it a share of budget "${budget.name}".`;
};

/** Shares by need, and with `rest: share` the rest of the money divided among them. */
const divided = (budget: Budget, monthly: Money, claims: readonly NeedClaim[]): Division => {
  const byNeed = divideByNeed(monthly, claims, budget.rest);
  const floor = costOfAll(claims, ({ floorGb }) => floorGb);
  const division = { ...byNeed, monthly, floor, frozen: floor > monthly };
  if (budget.rest === 'keep' || byNeed.isOver) return division;
  const restOf = new Map(byNeed.shares.map((share) => [{ ...share.claim, floorGb: share.gb } as Claim, share]));
  const allocation = allocate(monthly, [...restOf.keys()]);
  const current = (claim: Claim) => restOf.get(claim)?.claim.needs?.currentGb ?? null;
  const banded = applyDeadBand(allocation, current, budget.deadBandGb);
  const shares = allocation.shares.flatMap(({ claim }): NeedShare[] => {
    const share = restOf.get(claim);
    if (share === undefined) return [];
    const gb = banded.get(claim) ?? share.gb;
    return [{ ...share, gb, restGb: gb - share.gb }];
  });
  return {
    ...division,
    shares,
    allocated: costOfAll(
      shares.map(({ claim }) => claim),
      (_, at) => shares[at]?.gb ?? 0,
    ),
  };
};

const maximumsOf = (budget: Budget, division: Division, priced: ReadonlyMap<Claim, Member>): AllocatedMaximum[] =>
  division.shares.flatMap((share): AllocatedMaximum[] => {
    const member = priced.get(share.claim);
    if (member === undefined) return [];
    const reason = reasonOf(budget, division, member, share, share.gb);
    return [{ member, share, gb: cannotBeSet(member, share.gb) ? share.claim.floorGb : share.gb, reason }];
  });

/** A service that a plan leaves as it is keeps what it has, whatever its share would be. */
const asHeld = (grant: AllocatedMaximum, target: Target | undefined): AllocatedMaximum => {
  const { position, subject } = grant.member;
  if (target?.kind !== 'hold' || position.kind !== 'wants') return grant;
  return { ...grant, gb: Math.max(position.provisionedGb, subject.actual.inForceGb ?? 0), reason: target.reason };
};

interface BudgetFacts {
  /** Money available per month; at most the amount of the budget. */
  readonly grantable: Money;
  readonly currency: string;
  /** Projects that may contain services of the budget and could not be read: the cost of those is unknown. */
  readonly unread: readonly string[];
  readonly disks: DiskFacts;
}

/** Divides one budget among its services (design §8), and derives the maximum of each. */
export const planBudget = (membership: Membership, { grantable, currency, unread, disks }: BudgetFacts): BudgetPlan => {
  const { budget, members } = membership;
  const missing = [...unread, ...membership.unread];
  const withheld = missing.length === 0 ? null : incomplete(budget.name, missing);
  const priced = new Map<NeedClaim, Member>();
  const targets = new Map<ServiceContext, Target>();
  const aim = ({ subject }: Member, target: Target | undefined) => {
    if (target !== undefined) targets.set(subject, target);
  };
  for (const member of members) {
    if (member.price === null) aim(member, unpricedTarget(member, withheld));
    else priced.set(claimOf(member, member.price, disks), member);
  }
  const division = divided(budget, grantable, [...priced.keys()]);
  const grants = maximumsOf(budget, division, priced).map((grant) => {
    const target = targetOf(grant, withheld);
    aim(grant.member, target);
    return asHeld(grant, target);
  });
  const allocated = grants.reduce((sum, { share, gb }) => sum + costOfGb(share.claim.price, gb), 0n);
  const provisioned = grants.reduce(
    (sum, { member, share }) => sum + costOfGb(share.claim.price, member.position.provisionedGb ?? 0),
    0n,
  );
  const unpriced = members.filter(({ price }) => price === null);
  const result: BudgetResult = {
    name: budget.name,
    currency,
    monthly: formatExact(parseMoney(budget.monthly) ?? 0n),
    grantableMonthly: formatExact(grantable),
    inForceMonthly: formatExact(inForceOf(members)),
    floorMonthly: formatExact(division.floor),
    heldMonthly: formatExact(division.floor - provisioned),
    allocatedMonthly: formatExact(allocated),
    leftMonthly: formatExact(grantable > allocated ? grantable - allocated : 0n),
    services: members.length,
    frozen: division.frozen,
    withheld,
    shares: [
      ...grants.map(shareOf),
      ...unpriced.map((member) => unpricedShare(member, targets.get(member.subject))),
    ].sort(byService),
  };
  const findings = [
    ...budgetFindings(budget, result, division, provisioned),
    ...assumedFindings(budget, membership.assumed),
    ...[...targets.values()].flatMap((target) => (target.kind === 'hold' && target.finding ? [target.finding] : [])),
  ];
  const starved = starvedOf(grants, unpriced, targets, withheld);
  return { result, targets, findings, starvation: { budget, currency, division, starved } };
};
