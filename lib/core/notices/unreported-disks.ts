import type { FleetDisk } from '../disk/fleet-disks.ts';
import type { Finding } from '../model/decision.ts';
import { minuteMs } from '../model/durations.ts';
import { serviceKey } from '../model/grouping.ts';

/** Full disks that need a person and have no open notice. */
interface UnreportedDisks {
  readonly disks: number;
  /** For how long they have been full, all together; null if that is unknown of one of them. */
  readonly minutes: number | null;
}

/** Codes of findings that name a full disk. */
const fullCodes: ReadonlySet<string> = new Set(['disk-full', 'disk-fills-up', 'autoscaler-stuck']);

/** The platform's alert says since when a disk is full; a measurement alone does not. */
const fullMinutes = ({ alert, readAt }: FleetDisk, nowMs: number): number | null =>
  alert.kind !== 'active' || alert.minutes === null ? null : alert.minutes + (nowMs - Date.parse(readAt)) / minuteMs;

/**
 * The full disks that a person should know of and no notice names.
 * @param named findings that people were notified of or have accepted
 */
export const unreportedDisks = (
  disks: readonly FleetDisk[],
  named: readonly Pick<Finding, 'code' | 'project' | 'service'>[],
  nowMs: number,
): UnreportedDisks => {
  const known = new Set(named.filter(({ code }) => fullCodes.has(code)).map(serviceKey));
  const silent = disks.filter((disk) => disk.needsPerson && !known.has(serviceKey(disk)));
  const spans = silent.map((disk) => fullMinutes(disk, nowMs));
  return {
    disks: silent.length,
    minutes: spans.includes(null) ? null : spans.reduce<number>((sum, span) => sum + (span ?? 0), 0),
  };
};
