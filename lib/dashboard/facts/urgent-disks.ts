import { countDisks, withinDays } from '../../core/disk/fleet-disks.ts';
import { oncePerObject } from '../../core/model/remembering.ts';
import type { ServiceRow } from './service-rows.ts';

/** Days within which a disk that may fill up is on the first page. */
export const listedDays = 90;

/**
 * Disks that are nearly full or may be full soon, the most urgent first: as measured now, which is later than the run that found
 * the needs.
 */
export const fillNext = (rows: readonly ServiceRow[]): ServiceRow[] =>
  rows
    .filter(({ disk }) => disk?.isNearlyFull === true || (disk?.daysLeft?.soonest ?? withinDays) <= listedDays)
    .sort((a, b) => a.urgency - b.urgency);

/** Days of room that a disk has at least while its need is met. */
const neededDays = 7;

/** Services whose disk has the room that it needs, by who gives it, and those of which that is unknown. */
export const metNeeds = (rows: readonly ServiceRow[]) => {
  const counts = { byUs: 0, byOthers: 0, withoutHelp: 0, unknown: 0 };
  for (const { disk, protection } of rows) {
    if (disk === undefined || disk.daysLeft === null) counts.unknown += 1;
    else if (disk.isNearlyFull === true || (disk.daysLeft.soonest ?? withinDays) < neededDays) continue;
    else if (protection === 'protectedByUs') counts.byUs += 1;
    else if (protection === 'protectedByOthers') counts.byOthers += 1;
    else counts.withoutHelp += 1;
  }
  return counts;
};

/** How much of a fleet is known, made once for each list of its disks. */
export const countFleet = oncePerObject(countDisks);
