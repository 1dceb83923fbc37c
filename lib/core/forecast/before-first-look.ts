/** A day and a percentage of the disk in use at its last reading. */
type DayPercent = readonly [day: number, percent: number];

/**
 * Change of a percentage between two days, as a factor, above which the disk may have had another size: the smallest step of a
 * disk is about that.
 */
const mostChange = 1.05;

/** Days around a rise within which another one shows that the data grows like that, such as a weekly load. */
const nearDays = 7;

/** How many times the other rises near it a rise may be. */
const mostRise = 2;

/** Points of a percentage between two successive readings, newest first. */
interface Step {
  readonly day: number;
  readonly rise: number;
  /** Whether the same size of the disk on both days explains it. */
  readonly isSmall: boolean;
}

const stepsOf = (newestFirst: readonly DayPercent[]): Step[] =>
  newestFirst.slice(1).map(([day, percent], index) => {
    const [laterDay, later] = newestFirst[index] as DayPercent;
    const factor = later > percent ? later / percent : percent / later;
    return { day, rise: (later - percent) / (laterDay - day), isSmall: later === percent || factor <= mostChange };
  });

/** Whether a growth like others near it explains a step. Nothing explains a fall: more disk and less data look the same. */
const isExplained = (steps: readonly Step[], { day, rise, isSmall }: Step): boolean => {
  if (isSmall) return true;
  const near = steps.filter((other) => other.day !== day && Math.abs(other.day - day) <= nearDays);
  return rise > 0 && rise <= mostRise * Math.max(0, ...near.map((other) => other.rise));
};

/**
 * Used MB on days before the first recorded one. The size of the disk is not known then, but its percentage falls when it is
 * enlarged and rises when a person removes storage: the first recorded size counts for all days back to a change that no growth
 * explains. A clean-up and a single load of data look the same and end the series too. In the first hours of a day the last
 * reading may be of the day before.
 * @param lastOf the last reading of each day
 */
export const usedBefore = (
  lastOf: ReadonlyMap<number, number>,
  [firstDay, sizeMb]: readonly [day: number, mb: number],
): (readonly [day: number, mb: number])[] => {
  const newestFirst = [...lastOf].sort(([a], [b]) => b - a);
  const stepTo = new Map(stepsOf(newestFirst).map((step) => [step.day, step]));
  const steps = [...stepTo.values()];
  const used: [number, number][] = [];
  for (const [day, percent] of newestFirst) {
    if (day >= firstDay) continue;
    const step = stepTo.get(day);
    if (step === undefined ? day < firstDay - 1 : !isExplained(steps, step)) break;
    used.push([day, Math.round((sizeMb * percent) / 100)]);
  }
  return used;
};
