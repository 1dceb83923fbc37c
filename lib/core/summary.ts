import type { Summary } from './model.ts';
import { costOfGb, formatCents, type Money } from './money.ts';
import type { Tally } from './service-plan.ts';

/** A tally with the price of the service per GB and month; null when there is none. */
export interface PricedTally extends Tally {
  readonly perGbMonth: Money | null;
}

/** Exact money a month of all that enabling and raising add; null when something of it has no price. */
export const addedMoney = (tallies: readonly PricedTally[]): Money | null => {
  let sum = 0n;
  for (const { kind, fromGb, toGb, perGbMonth } of tallies) {
    if (!(kind === 'enable' || kind === 'raise') || toGb <= fromGb) continue;
    if (perGbMonth === null) return null;
    sum += costOfGb(perGbMonth, toGb - fromGb);
  }
  return sum;
};

/** Counts services by what happens to them, and the GB and money by which enabling and raising lift the maximums. */
export const summarize = (tallies: readonly PricedTally[]): Summary => {
  const count = (kind: Tally['kind']): number => tallies.filter((tally) => tally.kind === kind).length;
  const added = tallies.filter(({ kind }) => kind === 'enable' || kind === 'raise');
  const money = addedMoney(tallies);
  return {
    enable: count('enable'),
    raise: count('raise'),
    lower: count('lower'),
    disable: count('disable'),
    addedGb: added.reduce((sum, { fromGb, toGb }) => sum + (toGb - fromGb), 0),
    addedMonthly: money === null ? null : formatCents(money),
  };
};
