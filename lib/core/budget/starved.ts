import type { Budget } from '../model/policy-document.ts';
import type { Case } from '../service/changes.ts';
import type { Allocation, Share } from './budget.ts';
import type { Member } from './members.ts';
import type { Given, Target } from './target.ts';

/** A service that its budget leaves without room to grow, although policy wants it to have some. */
export interface Starved {
  readonly of: Case;
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
  readonly given: readonly Given[];
  readonly starved: readonly Starved[];
}

const starvedShare = ({ member, share, gb }: Given, target: Target | undefined, withheld: string | null): Starved[] => {
  const { standing, of } = member;
  if (standing.kind !== 'wants' || target === undefined) return [];
  const { provisionedGb, smallestGb } = standing;
  const isHeld = target.kind === 'hold';
  const maximumGb = isHeld ? (standing.currentGb ?? 0) : gb;
  const isShort = share.claim.wantGb > provisionedGb && (isHeld || share.cut !== 'none');
  if (!isShort || maximumGb > provisionedGb) return [];
  return [{ of, share, gb: maximumGb, smallestGb, provisionedGb, obstacle: isHeld ? withheld : null }];
};

/** Of a member that has no part in the division. One that has an autoscaler of ours keeps the room that this leaves it. */
const starvedOutside = ({ of, standing }: Member, target: Target | undefined): Starved[] => {
  if (target?.kind !== 'hold' || of.actual.attached.length > 0) return [];
  const { provisionedGb } = standing;
  return [{ of, share: null, gb: 0, smallestGb: 0, provisionedGb, obstacle: target.reason }];
};

/**
 * Members of a budget without room: no autoscaler, or one whose maximum is provisioned already, and nothing more from the
 * budget. What only its rule bounds is not meant, nor what cannot have the autoscaler.
 * @param divided members with a part in the division; the others are `outside` it
 */
export const starvedOf = (
  divided: readonly Given[],
  outside: readonly Member[],
  targets: ReadonlyMap<Case, Target>,
  withheld: string | null,
): Starved[] => [
  ...divided.flatMap((given) =>
    given.member.standing.kind === 'unknown'
      ? starvedOutside(given.member, targets.get(given.member.of))
      : starvedShare(given, targets.get(given.member.of), withheld),
  ),
  ...outside.flatMap((member) => starvedOutside(member, targets.get(member.of))),
];
