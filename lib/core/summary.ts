import type { Summary } from './model.ts';
import { costOfGb, formatCents, parseMoney } from './money.ts';
import type { Tally } from './service-plan.ts';

const monthly = (price: string | null, gb: number): string | null => {
  const perGb = price === null ? null : parseMoney(price);
  return perGb === null ? null : formatCents(costOfGb(perGb, gb));
};

/**
 * Counts services by what happens to them, and the GB and money by which enabling and raising lift the maximums.
 * @param price per GB and month as a decimal string; null leaves the money open.
 */
export const summarize = (tallies: readonly Tally[], price: string | null): Summary => {
  const count = (kind: Tally['kind']): number => tallies.filter((tally) => tally.kind === kind).length;
  const addedGb = tallies
    .filter(({ kind }) => kind === 'enable' || kind === 'raise')
    .reduce((sum, { fromGb, toGb }) => sum + (toGb - fromGb), 0);
  return {
    enable: count('enable'),
    raise: count('raise'),
    lower: count('lower'),
    disable: count('disable'),
    addedGb,
    addedMonthly: monthly(price, addedGb),
  };
};
