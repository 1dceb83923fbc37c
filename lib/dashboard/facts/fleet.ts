import type { FleetDisk } from '../../core/disk/fleet-disks.ts';
import { minuteMs } from '../../core/model/durations.ts';
import type { EffectiveTags } from '../../core/policy/effective-tags.ts';
import type { Clock } from '../../ports.ts';

/** What the last readings of the projects say. */
interface StoredFleet {
  /** The most urgent first. */
  readonly disks: readonly FleetDisk[];
  /** Every service, also one without a disk of its own. */
  readonly subjects: readonly {
    readonly project: string;
    readonly service: { readonly name: string };
    readonly owner: string;
    readonly tags: EffectiveTags;
  }[];
  /** Projects of which nothing is known, and why. */
  readonly withoutReading: readonly { readonly project: string; readonly message: string }[];
}

/** The same, or why it is unknown. */
export interface Fleet extends StoredFleet {
  /** Null: it could be read. */
  readonly problem: string | null;
}

/** @throws Error if the store has no readings */
export type ReadFleet = () => Promise<StoredFleet>;

/**
 * Reads the fleet once for every state of the store, and again after a minute, because measurements come without a run.
 * @returns takes the stamp of the state
 */
export const createFleet = (readFleet: ReadFleet, clock: Clock): ((stamp: string) => Promise<Fleet>) => {
  let kept: { readonly at: string; readonly fleet: Promise<Fleet> } | undefined;
  const read = async (): Promise<Fleet> => {
    try {
      return { ...(await readFleet()), problem: null };
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      return { disks: [], subjects: [], withoutReading: [], problem };
    }
  };
  return (stamp) => {
    const at = `${stamp} ${Math.floor(clock.now() / minuteMs)}`;
    if (kept?.at !== at) kept = { at, fleet: read() };
    return kept.fleet;
  };
};
