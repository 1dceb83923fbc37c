/** Days on either side of a change of the rate that show it. */
const leastDays = 7;
/** The two rates differ by this part of the higher one, and two lines explain at least this part of the variation. */
const leastDifference = 0.4;
const leastExplained = 0.6;

/** Two rates, and the first of the days with the later one. */
export interface ChangedRate {
  readonly fromDay: number;
  readonly before: number;
  readonly after: number;
}

interface DayRate {
  readonly day: number;
  readonly gb: number;
}

/**
 * The one day on which the rate of a growth changed for good; null without such a day. Sums over the days make it linear.
 * @param days ordinary days in order, without the wave of a week
 * @param least part of the variation that two rates explain, from 0 to 1
 */
export const changedRate = (days: readonly DayRate[], least = leastExplained): ChangedRate | null => {
  const count = days.length;
  const sum = days.reduce((all, { gb }) => all + gb, 0);
  const total = days.reduce((all, { gb }) => all + (gb - sum / count) ** 2, 0);
  let best: (ChangedRate & { readonly explained: number }) | null = null;
  let sumBefore = 0;
  for (let split = 1; split <= count - leastDays; split += 1) {
    sumBefore += days[split - 1]?.gb ?? 0;
    if (split < leastDays) continue;
    const before = sumBefore / split;
    const after = (sum - sumBefore) / (count - split);
    const explained = (before - sum / count) ** 2 * split + (after - sum / count) ** 2 * (count - split);
    if (best === null || explained > best.explained) {
      best = { fromDay: days[split]?.day ?? 0, before, after, explained };
    }
  }
  if (best === null || best.explained < least * total) return null;
  const { fromDay, before, after } = best;
  const isChange = Math.abs(after - before) > leastDifference * Math.max(Math.abs(before), Math.abs(after));
  return isChange ? { fromDay, before: Math.max(0, before), after: Math.max(0, after) } : null;
};
