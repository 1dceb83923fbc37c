import type { FleetDisk } from '../../core/disk/fleet-disks.ts';
import { minuteMs } from '../../core/model/durations.ts';
import type { Clock } from '../../ports.ts';

/** The disks of a store, the most urgent first. @throws Error if it has no readings */
export type DisksOf = () => Promise<readonly FleetDisk[]>;

/** The disks, or why they are unknown. */
export interface Fleet {
  readonly disks: readonly FleetDisk[];
  /** Null: they could be read. */
  readonly problem: string | null;
}

/**
 * Reads the disks once for every state of the store, and again after a minute, because measurements come without a run.
 * @returns takes the stamp of the state
 */
export const createFleet = (disksOf: DisksOf, clock: Clock): ((stamp: string) => Promise<Fleet>) => {
  let kept: { readonly at: string; readonly fleet: Promise<Fleet> } | undefined;
  const read = async (): Promise<Fleet> => {
    try {
      return { disks: await disksOf(), problem: null };
    } catch (error) {
      return { disks: [], problem: error instanceof Error ? error.message : String(error) };
    }
  };
  return (stamp) => {
    const at = `${stamp} ${Math.floor(clock.now() / minuteMs)}`;
    if (kept?.at !== at) kept = { at, fleet: read() };
    return kept.fleet;
  };
};
