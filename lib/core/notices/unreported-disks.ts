import type { FleetDisk } from '../disk/fleet-disks.ts';
import type { Finding } from '../model/decision.ts';
import { minuteMs } from '../model/durations.ts';
import { findings as facts } from '../model/findings/findings.ts';
import { serviceKey } from '../model/grouping.ts';

/** The platform's alert says since when a disk is full; a measurement alone does not. */
const fullMinutes = ({ alert, readAt }: FleetDisk, nowMs: number): number | null =>
  alert.kind !== 'active' || alert.minutes === null ? null : alert.minutes + (nowMs - Date.parse(readAt)) / minuteMs;

/**
 * The full disks that a person should know of and no notice names.
 * @param named findings that people were notified of or have accepted
 * @returns how many, and for how many minutes they have been full all together; null if that is unknown of one of them
 */
export const unreportedDisks = (
  disks: readonly FleetDisk[],
  named: readonly Pick<Finding, 'code' | 'project' | 'service'>[],
  nowMs: number,
) => {
  const reported = new Set(named.filter(({ code }) => facts[code].event === 'DiskFillsUp').map(serviceKey));
  const silent = disks.filter((disk) => disk.needsPerson && !reported.has(serviceKey(disk)));
  const spans = silent.map((disk) => fullMinutes(disk, nowMs));
  return {
    disks: silent.length,
    minutes: spans.includes(null) ? null : spans.reduce<number>((sum, span) => sum + (span ?? 0), 0),
  };
};
