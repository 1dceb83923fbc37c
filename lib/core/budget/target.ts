import type { Finding } from '../model/decision.ts';
import type { Share } from './budget.ts';
import type { Member } from './members.ts';

/** What a budget makes of the desired maximum of one service. */
export type Target =
  /** The maximum is this, and that is why. */
  | { readonly kind: 'at'; readonly gb: number; readonly reason: string }
  /** Nothing is changed on the service now. */
  | { readonly kind: 'hold'; readonly reason: string; readonly finding?: Finding };

/** What a member is given: its share, the maximum that follows from it or what it is counted with, and why. */
export interface BudgetGrant {
  readonly member: Member;
  readonly share: Share;
  readonly gb: number;
  readonly reason: string;
}

const hold = ({ subject }: Member, code: string, message: string): Target => {
  const { project, service } = subject.judgement.decision;
  return { kind: 'hold', reason: message, finding: { code, project, service, message } };
};

/** A service that may not be granted anything can still be lowered to what it wants. */
const withoutGrant = ({ position: standing }: Member, gb: number, reason: string, otherwise: Target): Target => {
  const lowers = standing.kind === 'wants' && standing.currentGb !== null && gb < standing.currentGb;
  return lowers ? { kind: 'at', gb, reason } : otherwise;
};

/** What cannot be told must not be granted as if there were no budget; a lower is left to what guards all lowers. */
const unknown = (member: Member, why: string, withheld: string | null): Target | undefined => {
  const { decision } = member.subject.judgement;
  const { heldGb } = member.subject.actual;
  if (heldGb !== null && heldGb >= (decision.maxAdditionalGb ?? 0)) return undefined;
  if (withheld !== null) return { kind: 'hold', reason: withheld };
  return hold(member, 'budget-gives-nothing', `The budget grants it nothing: ${why}.`);
};

/** An endpoint that can be no smaller than this is not made for less. */
export const cannotBeSet = ({ subject, position: standing }: Member, gb: number): boolean =>
  standing.kind === 'wants' && subject.actual.attached.length === 0 && gb < standing.smallestGb;

/**
 * The desired maximum of a member whose share is known; undefined where the budget changes nothing of it.
 * @param withheld why the budget grants nothing now; null when it grants
 */
export const targetOf = ({ member, share, gb, reason }: BudgetGrant, withheld: string | null): Target | undefined => {
  const { position: standing, subject } = member;
  if (standing.kind === 'counted') return undefined;
  if (standing.kind === 'unknown') return unknown(member, standing.why, withheld);
  const wanted = subject.judgement.decision.maxAdditionalGb ?? 0;
  // What is provisioned is more than the rule allows: that is a finding of its own, with or without a budget.
  if (wanted < standing.provisionedGb && gb === standing.provisionedGb) return undefined;
  const isTooSmall = cannotBeSet(member, gb);
  // So is a rule that asks for less than an endpoint can hold.
  if (isTooSmall && wanted < standing.smallestGb) return undefined;
  if (withheld !== null) {
    return withoutGrant(member, gb, reason, { kind: 'hold', reason: `${withheld} ${reason}` });
  }
  if (isTooSmall) {
    const least = `The smallest maximum that can be set for it is ${standing.smallestGb} GB, so the autoscaler is not enabled.`;
    return hold(member, 'budget-gives-nothing', `${reason} ${least}`);
  }
  const isNew = subject.actual.attached.length === 0;
  if (isNew && share.cut !== 'none' && gb <= standing.provisionedGb) {
    return hold(member, 'budget-gives-nothing', `${reason} The autoscaler could add nothing, so it is not enabled.`);
  }
  return { kind: 'at', gb, reason };
};

/** The same of a member without a price, which is granted nothing; one that is not known yet withholds the whole budget. */
export const unpricedTarget = (member: Member, withheld: string | null): Target | undefined => {
  const { position: standing, noPrice } = member;
  if (standing.kind === 'counted') return undefined;
  if (standing.kind === 'unknown') return unknown(member, standing.why, withheld);
  if (noPrice === null) {
    const reason = withheld ?? '';
    return withoutGrant(member, standing.wantGb, reason, { kind: 'hold', reason });
  }
  const message = `There is no price for its additional storage (${noPrice}), so the budget grants it nothing. Give one in prices of the policy.`;
  return withoutGrant(member, standing.wantGb, message, hold(member, 'price-unknown', message));
};
