import type { LoweredOption, SearchConfiguration } from './search-configuration.ts';

/** Key-value labels of a project or a service, as the platform holds them. */
export type Tags = Readonly<Record<string, string>>;

/** An existing autoscaler integration: it ties a service to an endpoint (spec.md §2.2). */
export interface Integration {
  readonly id: string;
  readonly endpointId: string;
}

/**
 * What the number of an endpoint counts: storage beyond the plan's own disk (spec.md §2.1), or the whole disk, the plan's
 * own included (platform-facts §1.1). The two are never mixed.
 */
export type MaximumKind = 'additional' | 'total';

/** A maximum as the platform counts it. */
export interface Maximum {
  readonly kind: MaximumKind;
  /** Whole GB. */
  readonly gb: number;
}

/** What an endpoint holds; no number when the platform's answer has none that can be read. */
export interface HeldMaximum {
  readonly kind: MaximumKind;
  readonly gb: number | null;
}

/** An existing autoscaler endpoint of a project: it holds a maximum (spec.md §2.1). */
export interface Endpoint {
  readonly id: string;
  readonly name: string;
  readonly maximum: HeldMaximum;
}

/** A managed data service as it is now. */
export interface Service {
  readonly name: string;
  readonly type: string;
  readonly plan: string;
  readonly cloud: string;
  /** Lifecycle state in the platform's words; only `RUNNING` is eligible for the autoscaler. */
  readonly state: string;
  /** Provisioned disk of the whole service in MB, the plan's own disk included; null when unknown. */
  readonly diskMb: number | null;
  readonly tags: Tags;
  /** Autoscaler integrations only; those that are merely possible are left out. */
  readonly integrations: readonly Integration[];
  /** What the platform said when it refused the autoscaler to this service lately; absent when it did not. */
  readonly refusal?: string;
  /** Of search services only, without secrets; null when the platform does not show it. */
  readonly searchConfiguration?: SearchConfiguration | null;
  /** Options of the search configuration that the platform gave only in part; absent when there are none. */
  readonly lowered?: readonly LoweredOption[];
  /** What makes no sense in the platform's record of it, so that nothing is decided about it; absent when all does. */
  readonly unusable?: string;
}

/** A project as the organization lists it. */
export interface ProjectFacts {
  readonly name: string;
  readonly tags: Tags;
  /** What makes no sense in the platform's record of it, so that it is left unread; absent when all does. */
  readonly problem?: string;
}

/** What one project looked like at one moment. */
export interface Snapshot {
  readonly project: string;
  /** Project tags: defaults that service tags override. */
  readonly tags: Tags;
  readonly services: readonly Service[];
  /** Autoscaler endpoints only. */
  readonly endpoints: readonly Endpoint[];
}

/** A project that could not be read in this run: nothing in it is changed. */
export interface UnreadProject {
  readonly project: string;
  readonly error: string;
  readonly message: string;
}

/** What a run may do: `observe` plans only, `enforce` applies, `stop` does nothing at all. */
export type Mode = 'observe' | 'enforce' | 'stop';

/** A service type and plan whose own disk size must be known, and a project to ask it through. */
export interface PlanKey {
  readonly project: string;
  readonly serviceType: string;
  readonly plan: string;
}

/** A service type, plan and cloud whose price must be known, and a project to ask it through. */
export interface PriceKey extends PlanKey {
  readonly cloud: string;
}
