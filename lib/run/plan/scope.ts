import { dailyPass, type RunRequest } from '../../contract/run-request.ts';
import { dueProjects, type IndexEntry, promisedMinutes, readingMinutes } from '../../core/inventory/due.ts';
import { unlistedProjects } from '../../core/inventory/unlisted.ts';
import { isoInstant, minuteMs } from '../../core/model/durations.ts';
import type { Policy } from '../../core/model/policy-document.ts';
import { newServiceMinutes } from '../../core/new-services/served-within.ts';
import { widenScope } from '../../core/policy/budget-scope.ts';
import { projectsNamed } from '../../core/policy/glob.ts';
import type { StorePorts } from '../../ports.ts';
import { undoneWrites } from '../audit/undone-writes.ts';
import type { IndexedReadings } from '../inventory/index-of-readings.ts';
import type { InventoryIndex, RunObject } from '../store/run-objects.ts';

const setOf = (names: readonly string[]) => {
  const all = new Set(names);
  return (name: string): boolean => all.has(name);
};

/** The requested projects; for an undo, the listed projects that its run wrote to. */
export const requestedProjects = async (
  ports: StorePorts,
  { projects, undo, undoPart, trigger }: RunRequest,
  names: readonly string[],
): Promise<readonly string[] | undefined> => {
  if (undo === undefined) {
    // Events contain literal project names; only a person writes globs.
    if (projects === undefined || trigger.kind !== 'manual') return projects;
    return projectsNamed(names, projects);
  }
  const records = await undoneWrites(ports, undo, undoPart);
  const touched = new Set(records.map(({ project }) => project));
  return names.filter((name) => touched.has(name));
};

/** The projects of a run, and others that share a budget with them, of which the last readings count. */
interface Scope {
  /** Undefined: all. */
  readonly scope: readonly string[] | undefined;
  readonly sharing: readonly string[];
}

/** Projects without any reading that a run for events reads besides its own. */
const mostUnknown = 1;

/**
 * A person's run reads every project that shares a budget with the requested ones. A run for events reads only what the
 * events name, so that its cost does not depend on the size of the organization; it counts the last readings of the others.
 * It reads a project that has none, as a new project does, so that the budget can grant; several wait for the next pass.
 */
export const scopeOf = (
  { trigger }: RunRequest,
  policy: Policy,
  names: readonly string[],
  requested: readonly string[] | undefined,
  index: ReadonlyMap<string, IndexEntry>,
): Scope => {
  if (requested === undefined) return { scope: undefined, sharing: [] };
  const widened = widenScope(policy, names, requested);
  if (trigger.kind !== 'event') return { scope: widened, sharing: [] };
  const isNamed = setOf(requested);
  const unknown = widened.filter((name) => !isNamed(name) && !index.has(name));
  const isRead = setOf([...requested, ...(unknown.length <= mostUnknown ? unknown : [])]);
  return { scope: widened.filter(isRead), sharing: widened.filter((name) => !isRead(name)) };
};

/**
 * The projects that the run reads, in the order in which it does: all of them, or as many as the request says. The scheduled
 * daily pass reads only those that are urgent, or that no run has read.
 * @param named projects that it reads in any case, and first
 * @param begunMs begin of the run, in milliseconds since 1970
 */
export const turnsOf = (
  { reads, everyMinutes, trigger }: RunRequest,
  names: readonly string[],
  index: ReadonlyMap<string, IndexEntry>,
  named: readonly string[],
  begunMs: number,
): readonly string[] => {
  if (reads === undefined && everyMinutes === undefined) return names;
  const isListed = setOf(names);
  // Hourly passes read the others: two passes at once would read most of them twice, late.
  const isEarly = (name: string) => index.get(name)?.isUrgent ?? !index.has(name);
  const ofPass = trigger.by === dailyPass && everyMinutes !== undefined ? names.filter(isEarly) : names;
  const due = dueProjects(ofPass, index, reads ?? names.length, isoInstant(begunMs));
  return [...new Set([...named.filter(isListed), ...due])];
};

/**
 * When a scheduled pass stops reading (ISO 8601, UTC): what it has not read by then stays the oldest, and the next pass
 * begins with it. However slow the calls are, no pass is still reading when the next one comes.
 */
export const readsUntilOf = ({ everyMinutes }: RunRequest, begunMs: number): string | undefined =>
  everyMinutes === undefined ? undefined : isoInstant(begunMs + readingMinutes(everyMinutes) * minuteMs);

/** What the schedules promise, in minutes; absent where no schedule does. */
type Promised = Pick<InventoryIndex, 'promisedMinutes' | 'newServiceMinutes'>;

/**
 * The age that no reading should exceed, and the time within which a new service has its autoscaler. Only a scheduled request
 * says how often passes and looks come; every other run leaves the promises as they were.
 * @param projects number of projects of the organization
 */
export const promiseOf = ({ everyMinutes, reads, looks }: RunRequest, projects: number, before: Promised): Promised => {
  if (everyMinutes === undefined) return before;
  const pass = { projects, perPass: reads ?? projects, minutesBetween: everyMinutes };
  const minutes = promisedMinutes(pass);
  if (minutes === null) return before;
  return { promisedMinutes: minutes, newServiceMinutes: newServiceMinutes(pass, looks, minutes) };
};

/**
 * The member of a run with the projects that the platform no longer lists.
 * @param listed names of all projects; empty if the run listed none, as under stop
 */
export const unlistedIn = (
  { indexed, unlisted = {} }: IndexedReadings,
  listed: readonly string[],
  nowMs: number,
): Pick<RunObject, 'unlisted'> => {
  const missing = unlistedProjects(indexed.keys(), unlisted, listed, nowMs);
  return listed.length > 0 && Object.keys(missing).length > 0 ? { unlisted: missing } : {};
};
