/** What the index knows of a project: when it was last read, and whether the next pass should read it early. */
export interface Known {
  /** ISO 8601, UTC. */
  readonly readAt: string;
  readonly isUrgent?: true;
  /** Name of the error of the last attempt to read it; absent if it succeeded. */
  readonly trouble?: string;
}

/** Of the projects that one pass reads, at least this part goes to the oldest readings, whatever is urgent. */
const oldestPart = 4 / 5;

/** Of so many projects that one pass reads, those that go to the oldest readings in any case. */
export const oldestPlaces = (perPass: number): number => Math.ceil(perPass * oldestPart);

/** When a project was last seen, as far as it is certain: a time in the future comes from a clock that was ahead. */
export const seenBy = (now: string, at = ''): string => (at <= now ? at : '');

const byAge =
  (index: ReadonlyMap<string, Known>, now: string) =>
  (a: string, b: string): number => {
    const [first, second] = [seenBy(now, index.get(a)?.readAt), seenBy(now, index.get(b)?.readAt)];
    if (first !== second) return first < second ? -1 : 1;
    return a < b ? -1 : 1;
  };

/**
 * The projects that a pass reads (scale §1): all if they fit, otherwise those that were never read, the urgent ones, then
 * the oldest readings. Four fifths of the places always go to the oldest, so that the promised bound does not depend on how
 * many are urgent.
 * @param names every project of the pass
 * @param most number of projects that the pass can read
 * @param now ISO 8601, UTC
 * @returns the names in the order in which to read them: the urgent ones, then the oldest first. So a project has its turn
 *   at about the same time in each pass that reads it, and no reading becomes older by the length of a pass.
 */
export const dueProjects = (
  names: readonly string[],
  index: ReadonlyMap<string, Known>,
  most: number,
  now: string,
): readonly string[] => {
  if (names.length <= most) return names;
  const oldestFirst = names.toSorted(byAge(index, now));
  const isEarly = (name: string) => index.get(name)?.isUrgent === true;
  const reserved = oldestPlaces(most);
  const due = new Set(oldestFirst.slice(0, reserved));
  for (const name of [...oldestFirst.filter(isEarly), ...oldestFirst]) {
    if (due.size >= most) break;
    due.add(name);
  }
  const first = oldestFirst.filter((name) => due.has(name));
  return [...first.filter(isEarly), ...first.filter((name) => !isEarly(name))];
};

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
  const passes = projects <= perPass ? 1 : Math.ceil(projects / oldestPlaces(perPass));
  return (passes + 1) * minutesBetween;
};
