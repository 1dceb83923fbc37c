import type { Budget } from '../model/policy-document.ts';
import type { ServiceContext } from '../service/changes.ts';
import type { Allocation, Share } from './budget.ts';
import type { Member } from './members.ts';
import type { BudgetGrant, Target } from './target.ts';

/** A service that its budget leaves without room to grow, although policy wants it to have some. */
export interface Starved {
  readonly subject: ServiceContext;
  /** Its part of the budget; null where it has none: it has no price, or what it has is not known. */
  readonly share: Share | null;
  /** Its maximum after this plan, in GB; 0 without an autoscaler. */
  readonly gb: number;
  /** Smallest maximum in GB that its endpoint can hold. */
  readonly smallestGb: number;
  /** Additional storage that is provisioned, in GB; null when it cannot be told. */
  readonly provisionedGb: number | null;
  /** Why nothing can be granted to it now, where that is not the division; null where it is. */
  readonly obstacle: string | null;
}

/** How a budget was divided, and whom that leaves without room. */
export interface Starvation {
  readonly budget: Budget;
  readonly currency: string;
  readonly allocation: Allocation;
  readonly given: readonly BudgetGrant[];
  readonly starved: readonly Starved[];
}

const starvedShare = (
  { member, share, gb }: BudgetGrant,
  target: Target | undefined,
  withheld: string | null,
): Starved[] => {
  const { position: standing, subject } = member;
  if (standing.kind !== 'wants' || target === undefined) return [];
  const { provisionedGb, smallestGb } = standing;
  const isHeld = target.kind === 'hold';
  const maximumGb = isHeld ? (standing.currentGb ?? 0) : gb;
  const isShort = share.claim.wantGb > provisionedGb && (isHeld || share.cut !== 'none');
  if (!isShort || maximumGb > provisionedGb) return [];
  return [{ subject, share, gb: maximumGb, smallestGb, provisionedGb, obstacle: isHeld ? withheld : null }];
};

/** Of a member that has no part in the division. One that has an autoscaler of ours keeps the room that this leaves it. */
const starvedOutside = ({ subject, position: standing }: Member, target: Target | undefined): Starved[] => {
  if (target?.kind !== 'hold' || subject.actual.attached.length > 0) return [];
  const { provisionedGb } = standing;
  return [{ subject, share: null, gb: 0, smallestGb: 0, provisionedGb, obstacle: target.reason }];
};

/**
 * Members of a budget without room: no autoscaler, or one whose maximum is provisioned already, and nothing more from the
 * budget. What only its rule bounds is not meant, nor what cannot have the autoscaler.
 * @param divided members with a part in the division; the others are `outside` it
 */
export const starvedOf = (
  divided: readonly BudgetGrant[],
  outside: readonly Member[],
  targets: ReadonlyMap<ServiceContext, Target>,
  withheld: string | null,
): Starved[] => [
  ...divided.flatMap((given) =>
    given.member.position.kind === 'unknown'
      ? starvedOutside(given.member, targets.get(given.member.subject))
      : starvedShare(given, targets.get(given.member.subject), withheld),
  ),
  ...outside.flatMap((member) => starvedOutside(member, targets.get(member.subject))),
];
