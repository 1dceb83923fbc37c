import { type Finding, findingAt } from '../model/decision.ts';
import type { FindingCode } from '../model/findings/findings.ts';
import type { Member } from './members.ts';
import type { NeedShare } from './need/division.ts';

/** The effect of a budget on the desired maximum of one service. */
export type Target =
  /** The maximum becomes `gb`. */
  | { readonly kind: 'at'; readonly gb: number; readonly reason: string }
  /** The service stays unchanged in this plan. */
  | { readonly kind: 'hold'; readonly reason: string; readonly finding?: Finding };

/** The grant of a member: its share, and the resulting maximum or the GB that it counts with. */
export interface AllocatedMaximum {
  readonly member: Member;
  readonly share: NeedShare;
  readonly gb: number;
  readonly reason: string;
}

const hold = ({ subject }: Member, code: FindingCode, message: string): Target => ({
  kind: 'hold',
  reason: message,
  finding: findingAt(subject.judgement.decision, code, message),
});

/** A service that gets no grant can still be lowered to what it wants. */
const withoutGrant = ({ position }: Member, gb: number, reason: string, otherwise: Target): Target => {
  const lowers = position.kind === 'wants' && position.currentGb !== null && gb < position.currentGb;
  return lowers ? { kind: 'at', gb, reason } : otherwise;
};

/** An unknown size gets no grant, or the budget would have no effect. Lowers pass: the checks of all lowers apply. */
const unknown = (member: Member, why: string, withheld: string | null): Target | undefined => {
  const { decision } = member.subject.judgement;
  const { inForceGb } = member.subject.actual;
  if (inForceGb !== null && inForceGb >= (decision.maxAdditionalGb ?? 0)) return undefined;
  if (withheld !== null) return { kind: 'hold', reason: withheld };
  return hold(member, 'budget-gives-nothing', `The budget grants it nothing: ${why}.`);
};

/** Whether a new endpoint would accept no maximum as small as this. */
export const cannotBeSet = ({ subject, position }: Member, gb: number): boolean =>
  position.kind === 'wants' && subject.actual.attached.length === 0 && gb < position.smallestGb;

/**
 * The desired maximum of a member whose share is known; undefined where the budget does not change it.
 * @param withheld why the budget grants nothing now; null when it grants
 */
export const targetOf = (
  { member, share, gb, reason }: AllocatedMaximum,
  withheld: string | null,
): Target | undefined => {
  const { position, subject } = member;
  if (position.kind === 'counted') return undefined;
  if (position.kind === 'unknown') return unknown(member, position.why, withheld);
  const wanted = subject.judgement.decision.maxAdditionalGb ?? 0;
  // More is provisioned than the rule allows: this has its own finding, with or without a budget.
  if (wanted < position.provisionedGb && gb === position.provisionedGb) return undefined;
  const isTooSmall = cannotBeSet(member, gb);
  // The same applies to a rule below the smallest maximum of an endpoint.
  if (isTooSmall && wanted < position.smallestGb) return undefined;
  if (withheld !== null) {
    // Its share is no reason: this plan does not grant it.
    return withoutGrant(member, gb, reason, { kind: 'hold', reason: withheld });
  }
  const isNew = subject.actual.attached.length === 0;
  if (isTooSmall || (isNew && gb <= position.provisionedGb && gb < share.claim.wantGb)) {
    const why = isTooSmall
      ? `Its endpoint accepts no maximum below ${position.smallestGb} GB, so the autoscaler is not enabled.`
      : 'The autoscaler could add nothing, so it is not enabled.';
    const without = `${reason} ${why}`;
    return share.unmetGb > 0 ? hold(member, 'budget-gives-nothing', without) : { kind: 'hold', reason: without };
  }
  return { kind: 'at', gb, reason };
};

const unreadPriceText = (what: string | null): string =>
  `The budget grants it nothing until ${what} can be read. Give a price in the policy (prices.default) that counts until then.`;

/** The same for a member without a price, which gets no grant; a price that could not be read withholds the whole budget. */
export const unpricedTarget = (member: Member, withheld: string | null): Target | undefined => {
  const { position, noPrice, unreadPrice } = member;
  if (position.kind === 'counted') return undefined;
  if (position.kind === 'unknown') return unknown(member, position.why, withheld);
  if (noPrice === null) {
    const reason = withheld ?? unreadPriceText(unreadPrice);
    const held = withheld === null ? hold(member, 'price-unknown', reason) : ({ kind: 'hold', reason } as const);
    return withoutGrant(member, position.wantGb, reason, held);
  }
  const message = `Its additional storage has no price (${noPrice}), so the budget grants it nothing. Add one under prices in the policy.`;
  return withoutGrant(member, position.wantGb, message, hold(member, 'price-unknown', message));
};
