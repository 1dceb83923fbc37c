import type { Budget } from '../model/policy-document.ts';
import type { ServiceContext } from '../service/changes.ts';
import type { Member } from './members.ts';
import type { Division, NeedShare } from './need/division.ts';
import type { AllocatedMaximum, Target } from './target.ts';

/** A service that policy enables and whose need its budget does not meet. */
export interface Starved {
  readonly subject: ServiceContext;
  /** Its part of the budget; null without a price, or if its provisioned size is unknown. */
  readonly share: NeedShare | null;
  /** Its maximum after this plan, in GB; 0 without an autoscaler. */
  readonly gb: number;
  /** Why the budget grants it nothing now; null when the division itself leaves it without room. */
  readonly obstacle: string | null;
}

/** The division of a budget, and the services whose need it does not meet. */
export interface Starvation {
  readonly budget: Budget;
  readonly currency: string;
  readonly division: Division;
  readonly starved: readonly Starved[];
}

const starvedShare = (
  { member, share, gb }: AllocatedMaximum,
  target: Target | undefined,
  withheld: string | null,
): Starved[] => {
  const { position, subject } = member;
  if (position.kind !== 'wants' || target === undefined) return [];
  const isHeld = target.kind === 'hold';
  const maximumGb = isHeld ? (position.currentGb ?? 0) : gb;
  if (share.needGb <= Math.max(maximumGb, position.provisionedGb)) return [];
  return [{ subject, share, gb: maximumGb, obstacle: isHeld ? withheld : null }];
};

/** For a member without a part in the division. With an autoscaler of Headroom it still has the room of its maximum. */
const starvedOutside = ({ subject }: Member, target: Target | undefined): Starved[] =>
  target?.kind !== 'hold' || subject.actual.attached.length > 0
    ? []
    : [{ subject, share: null, gb: 0, obstacle: target.reason }];

/**
 * Members of a budget whose need it does not meet. Services that only their rule limits, or that cannot have the autoscaler, do
 * not count.
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
