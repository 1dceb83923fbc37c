import { byText } from '../model/grouping.ts';
import type { Plan } from '../plan/plan-result.ts';
import type { ReadingTimes } from './confirmed.ts';

/** What the index knows of a project: when it was last read, and whether the next pass should read it early. */
export interface IndexEntry extends ReadingTimes {
  readonly isUrgent?: true;
  /** Name of the error of the last attempt to read it; absent if it succeeded. */
  readonly trouble?: string;
}

/** Of the projects that one pass reads, at least this part goes to the oldest readings, whatever is urgent. */
const oldestPart = 4 / 5;

/** Places of a pass that are always reserved for the oldest readings. */
export const reservedForOldest = (perPass: number): number => Math.ceil(perPass * oldestPart);

/** When a project was last seen, as far as it is certain: a time in the future comes from a clock that was ahead. */
export const seenBy = (now: string, at = ''): string => (at <= now ? at : '');

const byAge =
  (index: ReadonlyMap<string, IndexEntry>, now: string) =>
  (a: string, b: string): number => {
    const [first, second] = [seenBy(now, index.get(a)?.readAt), seenBy(now, index.get(b)?.readAt)];
    return byText(first, second) || byText(a, b);
  };

/**
 * The projects that a pass reads (scale §1): all if they fit, the oldest readings first; otherwise those that were never
 * read, the urgent ones, then the oldest readings. Four fifths of the places always go to the oldest, so that the promised
 * bound does not depend on how many are urgent.
 * @param names every project of the pass
 * @param most number of projects that the pass can read
 * @param now ISO 8601, UTC
 * @returns the names in the order in which to read them: the urgent ones, then the oldest first. So a project has its turn
 *   at about the same time in each pass that reads it, and no reading becomes older by the length of a pass.
 */
export const dueProjects = (
  names: readonly string[],
  index: ReadonlyMap<string, IndexEntry>,
  most: number,
  now: string,
): readonly string[] => {
  const byReading = names.toSorted(byAge(index, now));
  if (names.length <= most) return byReading;
  const isEarly = (name: string) => index.get(name)?.isUrgent === true;
  const reserved = reservedForOldest(most);
  const due = new Set(byReading.slice(0, reserved));
  for (const name of [...byReading.filter(isEarly), ...byReading]) {
    if (due.size >= most) break;
    due.add(name);
  }
  const first = byReading.filter((name) => due.has(name));
  return [...first.filter(isEarly), ...first.filter((name) => !isEarly(name))];
};

/** Part of the interval between two passes by which one may come late, and the next one early. */
const latenessPart = 0.1;

/** The most whole minutes by which a scheduled pass may come late, and the next one early. */
export const latenessMinutes = (minutesBetween: number): number =>
  Math.max(1, Math.floor(minutesBetween * latenessPart));

/** Time of a run from its last reading to its plan: a function that starts cold, and a call that waits for its turn. */
const toPlanMinutes = 0.5;

/** Minutes after its begin for which a pass reads: the next one may come early. */
export const readingMinutes = (minutesBetween: number): number =>
  Math.max(minutesBetween / 2, minutesBetween - latenessMinutes(minutesBetween) - toPlanMinutes);

/** A scheduled pass. */
export interface PassPlan {
  /** Projects of the organization. */
  readonly projects: number;
  /** Projects that one pass reads. */
  readonly perPass: number;
  readonly minutesBetween: number;
}

/**
 * The age in minutes that no reading exceeds while every pass takes place, however many projects are urgent; null when a
 * pass reads nothing. A pass that reads all projects renews every reading once per pass; each reading is at most two passes
 * old before the next one reaches it.
 */
export const promisedMinutes = ({ projects, perPass, minutesBetween }: PassPlan): number | null => {
  if (perPass <= 0) return null;
  const passes = projects <= perPass ? 1 : Math.ceil(projects / reservedForOldest(perPass));
  return (passes + 1) * minutesBetween;
};

/** Days to a disk's threshold or maximum within which the next pass should read its project. */
const soonDays = 2;

type Urgency = Pick<Plan, 'changes' | 'findings' | 'forecast' | 'freeze'>;

/**
 * Projects that the next pass should read early: those with changes, with changes that wait for a freeze to end, and those
 * with a service near its threshold or maximum (scale §1). A service at its maximum waits for a person: another
 * reading would tell nothing new, and a large organization has too many of them to read them all every hour.
 */
export const urgentProjects = ({ changes, findings, forecast, freeze }: Urgency): ReadonlySet<string> => {
  const isNear = (days: number | null) => days !== null && days <= soonDays;
  const near = (forecast?.services ?? []).filter(
    ({ isReached, daysToThreshold, daysToMaximum }) => !isReached && (isNear(daysToThreshold) || isNear(daysToMaximum)),
  );
  const soon = findings.filter(({ code }) => code === 'disk-fills-up');
  return new Set([...changes, ...(freeze?.waiting ?? []), ...soon, ...near].map(({ project }) => project));
};
