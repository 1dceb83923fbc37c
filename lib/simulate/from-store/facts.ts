import type { AdoptedEndpoint } from '../../core/change/adopted-endpoint.ts';
import type { ProjectHistory } from '../../core/forecast/project-history.ts';
import type { Grant } from '../../core/grants/grants.ts';
import type { Endpoint, Service, Tags } from '../../core/model/model.ts';
import type { DiskSize, UsePoint } from '../../core/twin/daily-growth.ts';

/** What a store knows of an organization: plain data without any secret. */

/** Something that the store does not have, and why. */
export interface Omission {
  /** `PROJECT`, `PROJECT/SERVICE` or the name of another thing. */
  readonly subject: string;
  readonly why: string;
}

export interface StoredService extends Pick<Service, 'name' | 'type' | 'plan' | 'cloud' | 'state' | 'diskMb' | 'tags'> {
  /** Those with endpoints of autoscalers, of every owner. */
  readonly integrations: readonly { readonly endpointId: string }[];
  /** Disk use, oldest first; empty for a disk that was not measured. */
  readonly points: readonly UsePoint[];
  /** Sizes of its disk, oldest first; empty where the present one is all that is known. */
  readonly sizes: readonly DiskSize[];
}

export interface StoredProject {
  readonly name: string;
  readonly tags: Tags;
  readonly services: readonly StoredService[];
  readonly endpoints: readonly Endpoint[];
}

export interface StoredPlan {
  readonly type: string;
  readonly name: string;
  readonly diskMb: number;
  /** Null: no dynamic sizing. */
  readonly capMb: number | null;
}

export interface StoredPrice {
  readonly type: string;
  readonly plan: string;
  readonly cloud: string;
  /** US dollars an hour, an exact decimal; null where the cloud offers no additional storage. */
  readonly additionalGb: string | null;
}

export interface StoredOrganization {
  readonly id: string;
  /** Time of the last reading, in milliseconds since 1970. */
  readonly atMs: number;
  readonly projects: readonly StoredProject[];
  readonly plans: readonly StoredPlan[];
  readonly prices: readonly StoredPrice[];
  readonly omissions: readonly Omission[];
  readonly atStart: StartState;
}

/** A simulation begins with it, because forecasts that began again would belong to another installation. */
export interface StartState {
  /** Whether a plan was applied already, so that the next one needs no first approval. */
  readonly enforced: boolean;
  readonly grants: readonly Grant[];
  /** By name. */
  readonly projects: Readonly<Record<string, StartProject>>;
}

export interface StartProject {
  readonly history: ProjectHistory;
  readonly adopted: readonly AdoptedEndpoint[];
}

/** Each of some things once, by a key. */
export const distinctBy = <T>(things: readonly T[], keyOf: (thing: T) => string): T[] => [
  ...new Map(things.map((thing) => [keyOf(thing), thing])).values(),
];
