import type { HeldMaximum, Service, Tags } from '../core/model/model.ts';
import type { DiskSize, UsePoint } from '../core/twin/use-points.ts';
import type { Known } from '../emulator/scenario/known.ts';

/** What was read of an organization, whether from the platform or from a store: plain data without any secret. */

/** Something that is missing in a capture, and why. */
export interface Omission {
  /** `PROJECT`, `PROJECT/SERVICE` or the name of another thing. */
  readonly place: string;
  readonly why: string;
}

export interface CapturedService
  extends Pick<Service, 'name' | 'type' | 'plan' | 'cloud' | 'state' | 'diskMb' | 'tags'> {
  readonly terminationProtection: boolean;
  /** Of every type and every owner. */
  readonly integrations: readonly { readonly type: string; readonly endpointId: string }[];
  /** Disk use, oldest first; empty for a disk that was not measured. */
  readonly points: readonly UsePoint[];
  /** Sizes of its disk, oldest first; empty where the present one is all that is known. */
  readonly sizes: readonly DiskSize[];
}

export interface CapturedEndpoint {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** Null for types without a maximum. */
  readonly maximum: HeldMaximum | null;
}

export interface CapturedProject {
  readonly name: string;
  readonly tags: Tags;
  readonly services: readonly CapturedService[];
  readonly endpoints: readonly CapturedEndpoint[];
}

export interface CapturedPlan {
  readonly type: string;
  readonly name: string;
  readonly diskMb: number;
  /** Null: no dynamic sizing. */
  readonly sizing: { readonly capMb: number; readonly stepMb: number } | null;
  readonly nodeCount: number | null;
  readonly nodeCpuCount: number | null;
  readonly nodeMemoryMb: number | null;
}

/** Prices in US dollars an hour, exact decimals. */
export interface CapturedPrice {
  readonly type: string;
  readonly plan: string;
  readonly cloud: string;
  readonly base: string;
  /** Null where the cloud offers no additional storage. */
  readonly additionalGb: string | null;
}

export interface CapturedOrganization {
  readonly id: string;
  readonly name: string;
  /** Time of the capture by the clock that dates the points, in milliseconds since 1970. */
  readonly atMs: number;
  readonly from: 'platform' | 'store';
  /** Days of disk use, at the most. */
  readonly days: number;
  readonly projects: readonly CapturedProject[];
  readonly plans: readonly CapturedPlan[];
  readonly prices: readonly CapturedPrice[];
  readonly omissions: readonly Omission[];
  /** Absent if the store knows nothing of the organization. */
  readonly known?: Known;
}

/** Each of some things once, by a key. */
export const distinctBy = <T>(things: readonly T[], keyOf: (thing: T) => string): T[] => [
  ...new Map(things.map((thing) => [keyOf(thing), thing])).values(),
];
