/** How looks for new services take place. */
export interface WatchSchedule {
  /** Projects that one look checks at most. */
  readonly projects: number;
  /** Minutes between two looks. */
  readonly everyMinutes: number;
}

/** Minutes until an event is served: its batch settles, and its run reads, plans and writes. */
const servingMinutes = 5;

/** A look starts at any moment in a window of half the interval. */
const lateness = 1.5;

/**
 * The minutes within which a new service that no pipeline announces gets its autoscaler: a look finds it where one look covers
 * all projects, otherwise a pass.
 * @param projects number of projects of the organization
 * @param looks undefined if looks have no fixed interval
 * @param readingMinutes the age that no reading exceeds
 */
export const newServiceMinutes = (
  projects: number,
  looks: WatchSchedule | undefined,
  readingMinutes: number,
): number => {
  const isLookedAt = looks !== undefined && projects <= looks.projects;
  return (isLookedAt ? Math.ceil(lateness * looks.everyMinutes) : readingMinutes) + servingMinutes;
};
