import { unlistedProjects } from '../../core/inventory/unlisted.ts';
import type { IndexedReadings } from '../inventory/index-of-readings.ts';
import type { RunObject } from '../store/run-objects.ts';

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
