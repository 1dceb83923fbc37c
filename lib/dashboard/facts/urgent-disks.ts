import { countDisks, type FleetDisk, withinDays } from '../../core/disk/fleet-disks.ts';
import { oncePerObject } from '../../core/model/remembering.ts';
import type { ServiceRow } from './service-rows.ts';

/** Days within which a disk that may fill up is on the first page. */
export const listedDays = 90;

const isUrgent = ({ disk }: ServiceRow): boolean =>
  disk?.isNearlyFull === true || (disk?.daysLeft?.soonest ?? Number.POSITIVE_INFINITY) <= listedDays;

/** What the first page says of the disks of all services, made once for each list of rows. */
interface UrgentDisks {
  /** Services whose disk is nearly full or may be soon, the most urgent first. */
  readonly urgent: readonly ServiceRow[];
  readonly disks: number;
  /** Disks whose days left are known. */
  readonly forecast: number;
  /** Among those, the one that may be full first; undefined without one. */
  readonly next: FleetDisk | undefined;
}

export const urgentDisks = oncePerObject((rows: readonly ServiceRow[]): UrgentDisks => {
  const disks = rows.flatMap(({ disk }) => disk ?? []);
  const known = disks.filter(({ daysLeft }) => daysLeft !== null);
  const soonest = (disk: FleetDisk): number => disk.daysLeft?.soonest ?? withinDays;
  const earlier = (a: FleetDisk | undefined, b: FleetDisk) => (a === undefined || soonest(b) < soonest(a) ? b : a);
  return {
    urgent: rows.filter(isUrgent).sort((a, b) => a.urgency - b.urgency),
    disks: disks.length,
    forecast: known.length,
    next: known.reduce(earlier, undefined as FleetDisk | undefined),
  };
});

/** Days of room that a disk has at least while its need is met. */
const neededDays = 7;

/** Services whose disk has the room that it needs, by who gives it, and those of which that is unknown. */
export const metNeeds = (rows: readonly ServiceRow[]) => {
  const counts = { byUs: 0, byOthers: 0, alone: 0, unknown: 0 };
  for (const { disk, protection } of rows) {
    if (disk === undefined || disk.daysLeft === null) counts.unknown += 1;
    else if (disk.isNearlyFull === true || (disk.daysLeft.soonest ?? withinDays) < neededDays) continue;
    else if (protection === 'protectedByUs') counts.byUs += 1;
    else if (protection === 'protectedByOthers') counts.byOthers += 1;
    else counts.alone += 1;
  }
  return counts;
};

/** How much of a fleet is known, made once for each list of its disks. */
export const countFleet = oncePerObject(countDisks);
