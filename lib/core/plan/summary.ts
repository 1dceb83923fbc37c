import { type Change, givesBack, isSearchChange, takesOver } from '../change/change.ts';
import { serviceKey } from '../model/grouping.ts';
import { costOfGb, formatCents, formatCentsSigned, type Money } from '../model/money.ts';
import type { Tally } from '../service/service-plan.ts';
import type { Summary } from './plan-result.ts';

/** A tally with the price of the service per GB and month; null without a price. */
export interface PricedTally extends Tally {
  readonly perGbMonth: Money | null;
}

/** GB and exact money a month; the money is null when any of the GB has no price. */
interface Amount {
  readonly gb: number;
  readonly money: Money | null;
}

/** Sum of the absolute changes of the maximums. */
const amountOf = (tallies: readonly PricedTally[]): Amount =>
  tallies.reduce<Amount>(
    ({ gb, money }, { fromGb, toGb, perGbMonth }) => {
      const moved = Math.abs(toGb - fromGb);
      if (moved === 0) return { gb, money };
      const isPriced = money !== null && perGbMonth !== null;
      return { gb: gb + moved, money: isPriced ? money + costOfGb(perGbMonth, moved) : null };
    },
    { gb: 0, money: 0n },
  );

const ofKinds = (tallies: readonly PricedTally[], ...kinds: Tally['kind'][]): PricedTally[] =>
  tallies.filter(({ kind }) => kinds.includes(kind));

/** Exact money a month that enabling and raising add; null when any of it has no price. */
export const addedMoney = (tallies: readonly PricedTally[]): Money | null =>
  amountOf(ofKinds(tallies, 'enable', 'raise')).money;

const shown = (money: Money | null): string | null => (money === null ? null : formatCents(money));

const handovers = (changes: readonly Change[]): Pick<Summary, 'adopt' | 'giveBack'> => {
  const [adopt, giveBack] = [takesOver, givesBack].map((is) => changes.filter((change) => is(change)).length);
  return { ...(adopt && { adopt }), ...(giveBack && { giveBack }) };
};

/** Sizes of disks that a plan changes, if it is for that. */
export type Resizing = 'reclaim' | 'grow';

/** Provisioned storage: unlike the other amounts, which are maximums, it costs money now. */
const resized = (tallies: readonly PricedTally[], kind: Resizing): Partial<Summary> => {
  const ofKind = ofKinds(tallies, kind);
  const { gb, money } = amountOf(ofKind);
  return kind === 'reclaim'
    ? { reclaim: ofKind.length, reclaimedGb: gb, reclaimedMonthly: shown(money) }
    : { grow: ofKind.length, grownGb: gb, grownMonthly: shown(money) };
};

/**
 * Counts services by change, with the GB and money that enabling and raising add, that lowering and disabling remove, and
 * the net of both.
 * @param resizing what the plan does with the sizes of disks; undefined for every other plan
 */
export const summarize = (
  tallies: readonly PricedTally[],
  changes: readonly Change[],
  resizing?: Resizing,
): Summary => {
  const count = (kind: Tally['kind']): number => ofKinds(tallies, kind).length;
  const added = amountOf(ofKinds(tallies, 'enable', 'raise'));
  const lowered = amountOf(ofKinds(tallies, 'lower'));
  const disabled = amountOf(ofKinds(tallies, 'disable'));
  const removed = amountOf(ofKinds(tallies, 'lower', 'disable'));
  const isPriced = added.money !== null && removed.money !== null;
  return {
    enable: count('enable'),
    raise: count('raise'),
    lower: count('lower'),
    disable: count('disable'),
    configure: new Set(changes.filter(isSearchChange).map(serviceKey)).size,
    ...handovers(changes),
    ...(resizing && resized(tallies, resizing)),
    addedGb: added.gb,
    addedMonthly: shown(added.money),
    loweredGb: lowered.gb,
    loweredMonthly: shown(lowered.money),
    disabledGb: disabled.gb,
    disabledMonthly: shown(disabled.money),
    removedGb: removed.gb,
    removedMonthly: shown(removed.money),
    netGb: added.gb - removed.gb,
    netMonthly: isPriced ? formatCentsSigned(added.money - removed.money) : null,
  };
};
