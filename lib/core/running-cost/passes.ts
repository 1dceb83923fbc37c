/** Hours in a month (365 / 12 days of 24). */
export const monthHours = 730;

/** How often passes come. */
export interface PassInterval {
  readonly minutesBetweenPasses: number;
}

/** Days a month, at most: each has a backup, and adds the sizes of a project to its history. */
export const mostDays = 31;

/** Daily passes a month. */
export const dailyPasses = 30;

/** Whole passes a month: the scheduled ones, and a daily one. */
export const passesOf = ({ minutesBetweenPasses }: PassInterval): number =>
  (monthHours * 60) / minutesBetweenPasses + dailyPasses;

/** Part of the hourly passes that ask for a few answers, because they expire one by one, and plan again. */
const askingPart = 0.4;

/** Passes a month that ask: as answers expire with time, a shorter interval makes each pass less likely to. */
export const askingPasses = (interval: PassInterval): number =>
  passesOf(interval) * (1 - (1 - askingPart) ** (interval.minutesBetweenPasses / 60));
