import type { MovedService, PolicyDifference } from '../../core/explain/policy-difference.ts';
import { compositeKey, groupBy } from '../../core/model/grouping.ts';
import { formatExact, type Money, parseMoney } from '../../core/model/money.ts';

/** Services that move alike, with the exact sum of their differences per month; null without a price. */
export interface AlikeServices {
  readonly first: MovedService;
  readonly services: readonly MovedService[];
  readonly monthly: string | null;
}

const alike = ({ move, fromGb, toGb, fromRule, toRule, effect }: MovedService): string =>
  compositeKey(move, fromGb, toGb, fromRule, toRule, effect);

const exactSum = (services: readonly MovedService[]): string | null => {
  const sizes = services.map(({ monthly }) => (monthly === null ? null : parseMoney(monthly.replace('-', ''))));
  const sum = sizes.reduce<Money | null>((total, one) => (total === null || one === null ? null : total + one), 0n);
  if (sum === null) return null;
  return `${services[0]?.monthly?.startsWith('-') ? '-' : ''}${formatExact(sum)}`;
};

/** The services of a difference in groups that move alike, in the order of their first. */
export const alikeServices = ({ services }: PolicyDifference): AlikeServices[] =>
  [...groupBy(services, alike).values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ first, services: group, monthly: exactSum(group) }];
  });
