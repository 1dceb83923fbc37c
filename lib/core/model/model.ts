import type { LoweredOption, SearchConfiguration } from './search-configuration.ts';

/** Key-value labels of a project or a service on the platform. */
export type Tags = Readonly<Record<string, string>>;

/** An existing autoscaler integration: it connects a service to an endpoint (spec.md §2.2). */
export interface Integration {
  readonly id: string;
  readonly endpointId: string;
}

/**
 * Meaning of an endpoint's number: storage beyond the plan's own disk (spec.md §2.1), or the whole disk including the
 * plan's own (pf 1.1). The two are never mixed.
 */
export type MaximumKind = 'additional' | 'total';

/** A maximum in the platform's counting. */
export interface Maximum {
  readonly kind: MaximumKind;
  /** Whole GB. */
  readonly gb: number;
}

/** The maximum that the platform reports for an endpoint; `gb` is null when the answer has no readable number. */
export interface HeldMaximum {
  readonly kind: MaximumKind;
  readonly gb: number | null;
}

/** An existing autoscaler endpoint of a project; it defines a maximum (spec.md §2.1). */
export interface Endpoint {
  readonly id: string;
  readonly name: string;
  readonly maximum: HeldMaximum;
}

/** The present state of a managed data service. */
export interface Service {
  readonly name: string;
  readonly type: string;
  readonly plan: string;
  readonly cloud: string;
  /** Lifecycle state as the platform names it; only `RUNNING` is eligible for the autoscaler. */
  readonly state: string;
  /** Provisioned disk of the whole service in MB, including the plan's own disk; null when unknown. */
  readonly diskMb: number | null;
  readonly tags: Tags;
  /** Existing autoscaler integrations, without merely possible ones. */
  readonly integrations: readonly Integration[];
  /** The platform's message when it recently refused the autoscaler for this service; absent otherwise. */
  readonly refusal?: string;
  /** Present if the platform refused the autoscaler for this service so long ago that a plan asks again. */
  readonly refusedBefore?: true;
  /** Search services only, without secrets; null when the platform does not report it. */
  readonly searchConfiguration?: SearchConfiguration | null;
  /** Options of the search configuration that the platform lowered; absent when there are none. */
  readonly lowered?: readonly LoweredOption[];
  /** When it was created, ISO 8601, UTC; absent if the platform does not say. */
  readonly createdAt?: string;
  /** Present if the platform changes the plan of the service by itself, within these bounds; null where they are unknown. */
  readonly planAutoscaler?: { readonly minPlan: string | null; readonly maxPlan: string | null };
  /** Present while a maintenance update is pending, with its start, ISO 8601, UTC, or null where that is unknown. */
  readonly pendingMaintenance?: { readonly startsAt: string | null };
  /** The primary of which it is a read replica, whose project is null where it is the same; absent if it is none. */
  readonly replicaOf?: { readonly project: string | null; readonly service: string };
  /** The service as whose copy it was created, in the same form; absent if it is no fork. */
  readonly forkOf?: Service['replicaOf'];
  /** Problem of the platform's record that prevents decisions about the service; absent when the record is valid. */
  readonly unusable?: string;
}

/** A project as the organization lists it. */
export interface ProjectFacts {
  readonly name: string;
  readonly tags: Tags;
  /** Problem of the platform's record that prevents reading the project; absent when the record is valid. */
  readonly problem?: string;
}

/** The platform's own warning that the disk of a running service is nearly full (pf 2.6). */
export interface DiskAlert {
  readonly service: string;
  /** Whether the platform calls it critical; its other severities warn. */
  readonly isCritical: boolean;
  /** Since when, ISO 8601, UTC, by the platform's clock; null if the alert has no readable time. */
  readonly since: string | null;
}

/** State of one project at one time. */
export interface Snapshot {
  readonly project: string;
  /** Project tags; service tags override them. */
  readonly tags: Tags;
  readonly services: readonly Service[];
  /** Autoscaler endpoints only. */
  readonly endpoints: readonly Endpoint[];
  /** Services with a nearly full disk; absent if the platform did not list its alerts, which says nothing about any disk. */
  readonly alerts?: readonly DiskAlert[];
  /** The ones of the last reading that listed any; absent if this reading lists some, or if none were ever listed. */
  readonly lastAlerts?: readonly DiskAlert[];
  /** When it was read, ISO 8601, UTC; absent where that does not matter. */
  readonly readAt?: string;
  /** Endpoints of Headroom that this store did not create, with the time when they appeared; absent if there are none. */
  readonly appeared?: Readonly<Record<string, string>>;
  /** As `readAt`, by the platform's own clock, which dates its alerts; absent if the platform gave no time. */
  readonly seenAt?: string;
  /** `readAt` of the project's record in the store, which the reading confirmed; absent where that does not matter. */
  readonly recordedAt?: string;
}

/** A project that a plan does not change, in its last reading. */
export interface RememberedProject extends Snapshot {
  /** Maximums that runs may have granted since that reading, in GB of additional storage; absent if there are none. */
  readonly granted?: readonly { readonly service: string; readonly gb: number }[];
  /**
   * `sharing`: the run is not for this project, its services only count in the budgets that they share. `unlisted`: the platform
   * no longer lists it. Absent: the run could not read it.
   */
  readonly standing?: 'sharing' | 'unlisted';
}

/** A project that this run could not read; the run changes nothing in it. */
export interface UnreadProject {
  readonly project: string;
  readonly error: string;
  readonly message: string;
  /** The run is not for this project and did not try to read it: only the budget that lacks it says so. */
  readonly isOutside?: true;
}

/** Run mode: `observe` only plans, `enforce` applies, `stop` makes no calls. */
export type Mode = 'observe' | 'enforce' | 'stop';

/** A service type and plan whose own disk size is needed, and a project to query it through. */
export interface PlanKey {
  readonly project: string;
  readonly serviceType: string;
  readonly plan: string;
}

/** A service type, plan and cloud whose price is needed, and a project to query it through. */
export interface PriceKey extends PlanKey {
  readonly cloud: string;
}

/** API profiles of the platform (design §4): `documented` follows the specification, `current` the live platform. */
export const profiles = ['documented', 'current'] as const;
export type Profile = (typeof profiles)[number];

/** Kind of maximum of endpoints that a profile creates. */
export const maximumKindOf = (profile: Profile): MaximumKind => (profile === 'current' ? 'total' : 'additional');

/** The profile that creates endpoints with this kind of maximum. */
export const profileOf = (kind: MaximumKind): Profile => (kind === 'total' ? 'current' : 'documented');
