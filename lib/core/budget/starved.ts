import type { Budget } from '../model/policy-document.ts';
import type { ServiceContext } from '../service/changes.ts';
import type { Allocation, Share } from './budget.ts';
import type { Member } from './members.ts';
import type { AllocatedMaximum, Target } from './target.ts';

/** A service that policy enables and that its budget gives no room to grow. */
export interface Starved {
  readonly subject: ServiceContext;
  /** Its part of the budget; null without a price, or if its provisioned size is unknown. */
  readonly share: Share | null;
  /** Its maximum after this plan, in GB; 0 without an autoscaler. */
  readonly gb: number;
  /** Smallest maximum in GB that its endpoint accepts. */
  readonly smallestGb: number;
  /** Provisioned additional storage in GB; null when unknown. */
  readonly provisionedGb: number | null;
  /** Why the budget grants it nothing now; null when the division itself leaves it without room. */
  readonly obstacle: string | null;
}

/** The division of a budget, and the services that it leaves without room. */
export interface Starvation {
  readonly budget: Budget;
  readonly currency: string;
  readonly allocation: Allocation;
  readonly grants: readonly AllocatedMaximum[];
  readonly starved: readonly Starved[];
}

const starvedShare = (
  { member, share, gb }: AllocatedMaximum,
  target: Target | undefined,
  withheld: string | null,
): Starved[] => {
  const { position, subject } = member;
  if (position.kind !== 'wants' || target === undefined) return [];
  const { provisionedGb, smallestGb } = position;
  const isHeld = target.kind === 'hold';
  const maximumGb = isHeld ? (position.currentGb ?? 0) : gb;
  const isShort = share.claim.wantGb > provisionedGb && (isHeld || share.cut !== 'none');
  if (!isShort || maximumGb > provisionedGb) return [];
  return [{ subject, share, gb: maximumGb, smallestGb, provisionedGb, obstacle: isHeld ? withheld : null }];
};

/** For a member without a part in the division. With an autoscaler of Headroom it still has the room of its maximum. */
const starvedOutside = ({ subject, position }: Member, target: Target | undefined): Starved[] => {
  if (target?.kind !== 'hold' || subject.actual.attached.length > 0) return [];
  const { provisionedGb } = position;
  return [{ subject, share: null, gb: 0, smallestGb: 0, provisionedGb, obstacle: target.reason }];
};

/**
 * Members of a budget without room: they have no autoscaler, or one whose maximum is already provisioned, and get no more
 * from the budget. Services that only their rule limits, or that cannot have the autoscaler, do not count.
 * @param grants members with a part in the division; the others are `outside` it
 */
export const starvedOf = (
  grants: readonly AllocatedMaximum[],
  outside: readonly Member[],
  targets: ReadonlyMap<ServiceContext, Target>,
  withheld: string | null,
): Starved[] => [
  ...grants.flatMap((grant) =>
    grant.member.position.kind === 'unknown'
      ? starvedOutside(grant.member, targets.get(grant.member.subject))
      : starvedShare(grant, targets.get(grant.member.subject), withheld),
  ),
  ...outside.flatMap((member) => starvedOutside(member, targets.get(member.subject))),
];
