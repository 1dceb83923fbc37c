import type { Shortage } from '../disk/disk-findings.ts';
import type { DiskFill } from '../forecast/disk-fill.ts';
import { everywhere, type Finding, findingAt } from '../model/decision.ts';
import { formatCentsUp } from '../model/money.ts';
import type { Budget } from '../model/policy-document.ts';
import { counted, inDays, namesText } from '../model/visible-text.ts';
import type { ServiceContext } from '../service/changes.ts';
import type { Member } from './members.ts';
import type { Division, NeedShare } from './need/division.ts';
import type { AllocatedMaximum, Target } from './target.ts';

/** A service that policy enables and whose need its budget does not meet. */
interface Starved {
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

const whyText = ({ budget, division }: Starvation, { share, gb, obstacle }: Starved): string => {
  if (obstacle !== null)
    return `budget "${budget.name}" gives it no room. ${obstacle} Free space on the disk meanwhile.`;
  if (division.frozen) return `budget "${budget.name}" pays less than the disks already provisioned cost.`;
  return `budget "${budget.name}" gives it ${gb} of the ${share?.needGb ?? 0} GB that it needs.`;
};

/** What gives every disk of the budget its need. */
const remedyOf = ({ currency, division: { needed, monthly } }: Starvation): string =>
  needed <= monthly
    ? 'The next division gives it room.'
    : `Raise the budget by ${formatCentsUp(needed - monthly)} ${currency} a month, enough for all its disks, or free space.`;

/**
 * What each disk lacks that its budget does not meet, for its finding. Only the budget of a service that its division leaves short names
 * a sum: with it all its disks have room.
 */
export const shortagesOf = (starvation: Starvation): readonly (readonly [ServiceContext, Shortage])[] => {
  const { budget, currency, division, starved } = starvation;
  const raiseBy = division.needed - division.monthly;
  return starved.map((claim) => {
    const isShort = claim.obstacle === null;
    const lacks = isShort && raiseBy > 0n && { raiseMonthly: formatCentsUp(raiseBy), currency };
    const details = { budget: budget.name, ...lacks };
    return [claim.subject, { why: whyText(starvation, claim), remedy: isShort ? remedyOf(starvation) : '', details }];
  });
};

/** Disks that a sentence names before it only counts the rest. */
const namedAtMost = 3;

/**
 * One finding of a budget that does not reach for the needs of all its disks: which disks, from what day on, and the money that
 * would do. Empty while all needs are met.
 * @param fillOf fill level of the disk of a service; null while it is unknown
 */
export const shortFindings = (
  starvation: Starvation,
  fillOf: (subject: ServiceContext) => DiskFill | null,
): Finding[] => {
  const { budget, currency, division } = starvation;
  const short = starvation.starved.filter(({ obstacle, share }) => obstacle === null && share !== null);
  if (short.length === 0) return [];
  const daysTo = new Map(short.map((starved) => [starved, fillOf(starved.subject)?.soonestDaysToFull ?? null]));
  const far = Number.MAX_SAFE_INTEGER;
  const byDay = short.toSorted((a, b) => (daysTo.get(a) ?? far) - (daysTo.get(b) ?? far));
  const names = byDay.map(
    ({ subject: { judgement } }) => `${judgement.decision.project}/${judgement.decision.service}`,
  );
  const first = daysTo.get(byDay[0] as Starved) ?? null;
  const when = first === null ? '' : `, the first may be full ${inDays(first)}`;
  const message = `Budget "${budget.name}" does not reach for the needs of ${counted(short.length, 'disk')}${when}: ${namesText(names, namedAtMost, ' and')}. ${remedyOf(starvation)}`;
  const raiseBy = division.needed - division.monthly;
  const details = {
    budget: budget.name,
    disks: short.length,
    ...(first !== null && { days: first }),
    ...(raiseBy > 0n && { raiseMonthly: formatCentsUp(raiseBy), currency }),
  };
  return [findingAt(everywhere, 'budget-short', message, { subject: budget.name, details })];
};
