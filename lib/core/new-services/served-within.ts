import { type PassPlan, readingMinutes } from '../inventory/due.ts';

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
 * The minutes within which a new service that no pipeline announces gets its autoscaler. Looks check the projects in turns, and none
 * takes place while a pass reads; a pass finds the service too, within the age that no reading exceeds.
 * @param looks undefined if looks have no fixed interval
 * @param promised that age in minutes
 */
export const newServiceMinutes = (pass: PassPlan, looks: WatchSchedule | undefined, promised: number): number => {
  if (looks === undefined) return promised + servingMinutes;
  const { projects, perPass, minutesBetween } = pass;
  const turns = Math.ceil(projects / looks.projects);
  const reading = readingMinutes(minutesBetween) * Math.min(1, projects / perPass);
  return Math.min(Math.ceil(turns * lateness * looks.everyMinutes + reading), promised) + servingMinutes;
};
