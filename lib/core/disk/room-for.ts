import type { UseAhead } from '../forecast/forecast.ts';
import { mbPerGb } from '../model/sizes.ts';
import type { FleetDisk } from './fleet-disks.ts';

/** Whether a disk has room for a load, and the numbers behind it in a sentence. */
interface Room {
  readonly hasRoom: boolean;
  /** What remains of the largest disk that it reaches without a person, in whole GB, rounded down; null while it is unknown. */
  readonly roomGb: number | null;
  readonly says: string;
}

/** Rounded down: room is never overstated. */
const wholeRoomGb = (gb: number): number => Math.max(0, Math.floor(gb));

/** Why the room of a disk is unknown; undefined if it is known. */
const unknownBy = ({ limitGb, usedGb, isAtLeast, measuredDaysAgo }: FleetDisk, ahead: UseAhead): string | undefined => {
  if (limitGb === null) return 'the limit of its disk is unknown';
  if (usedGb === null || measuredDaysAgo === null) return "its use was never measured; 'headroom apply' measures it";
  if (isAtLeast) return 'the platform reports more use than was measured';
  if (measuredDaysAgo > 1) return `its use was last measured ${measuredDaysAgo} days ago; 'headroom apply' measures it`;
  return ahead.kind === 'unknown' ? `the forecast of its use is unknown (${ahead.why})` : undefined;
};

/**
 * Whether a disk has room for so many GB beside its own growth. What is unknown is no room.
 * @param ahead use within these days at the upper end of the forecast (P90)
 */
export const roomFor = (disk: FleetDisk, ahead: UseAhead, needsGb: number, days: number): Room => {
  const name = `${disk.project}/${disk.service}`;
  const why = unknownBy(disk, ahead);
  if (why !== undefined || ahead.kind === 'unknown' || disk.limitGb === null)
    return { hasRoom: false, roomGb: null, says: `${name}: room unknown: ${why ?? 'the forecast is unknown'}` };
  const usedGb = Math.max(disk.usedGb ?? 0, ahead.usedMb / mbPerGb);
  const roomGb = wholeRoomGb(disk.limitGb - usedGb);
  const hasRoom = disk.needsPerson ? false : disk.limitGb - usedGb >= needsGb;
  const says =
    `${name}: ${hasRoom ? 'room' : 'no room'} for ${needsGb} GB within ${days} days: ${roomGb} GB remain of ` +
    `${Math.floor(disk.limitGb)} GB (limited by: ${disk.limitedBy ?? 'unknown'}), with its own growth (P90) taken off`;
  return { hasRoom, roomGb, says };
};
