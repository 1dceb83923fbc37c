import type { HeadroomEvent } from './contract/events.ts';
import type { Endpoint, Integration, Maximum, MaximumKind, Service, Tags } from './core/model.ts';
import type { SearchConfiguration } from './core/search-configuration.ts';

/** A service as listed; `tags: null` means that the answer did not carry them, never that there are none. */
export type ListedService = Omit<Service, 'tags' | 'integrations' | 'refusal' | 'lowered'> & {
  readonly tags: Tags | null;
  readonly integrations: readonly Integration[] | null;
};

/** What a service plan brings of its own. */
export interface PlanSpecification {
  /** Disk of the plan itself, in MB; what goes beyond it is additional storage. */
  readonly diskMb: number;
}

/** A project as listed; `tags: null` means that the answer did not carry them. */
export interface ListedProject {
  readonly name: string;
  readonly tags: Tags | null;
}

/** One line of a project's event log. */
export interface ProjectEvent {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly type: string;
  readonly service: string | null;
}

/** The managed data platform. Every method may throw the platform errors of contract/errors.ts. */
export interface Platform {
  /** What the numbers of endpoints count that are created here: one profile counts otherwise than the other. */
  readonly maximumKind: MaximumKind;
  listProjects(): Promise<ListedProject[]>;
  listProjectTags(project: string): Promise<Tags>;
  listServices(project: string): Promise<ListedService[]>;
  listServiceTags(project: string, service: string): Promise<Tags>;
  listServiceIntegrations(project: string, service: string): Promise<Integration[]>;
  listEndpoints(project: string): Promise<Endpoint[]>;
  /** Newest first. */
  listEvents(project: string): Promise<ProjectEvent[]>;
  /** Undefined when the platform does not describe the plan (custom plans). */
  planSpecification(project: string, serviceType: string, plan: string): Promise<PlanSpecification | undefined>;
  /** Safe to repeat: an endpoint of that name that is already there is taken. */
  createEndpoint(project: string, name: string, maximum: Maximum): Promise<Endpoint>;
  /** The maximum must count what the endpoint counts. */
  updateEndpoint(project: string, id: string, maximum: Maximum): Promise<Endpoint>;
  /** Safe to repeat: an endpoint that is already gone is fine. */
  deleteEndpoint(project: string, id: string): Promise<void>;
  /** Safe to repeat: the same integration that is already there is taken. */
  createIntegration(project: string, service: string, endpointId: string): Promise<void>;
  /** Safe to repeat: an integration that is already gone is fine. */
  deleteIntegration(project: string, id: string): Promise<void>;
  /** Sets options of a search service and leaves the others; null resets one. Safe to repeat. */
  updateSearchConfiguration(project: string, service: string, options: SearchConfiguration): Promise<void>;
}

export interface Stored {
  readonly body: string;
  /** Names this very content; a later write of other content changes it. */
  readonly version: string;
}

/** Write only if nothing is there, or only if what is there is this version. */
export type PutCondition = { readonly ifAbsent: true } | { readonly ifVersion: string };

/** Objects by key (`/` separates folders). A write is whole or not at all. */
export interface Store {
  get(key: string): Promise<Stored | undefined>;
  /** @throws StoreConflict when the condition does not hold. */
  put(key: string, body: string, condition?: PutCondition): Promise<void>;
  /** Keys that start with the prefix, in order. */
  list(prefix: string): Promise<string[]>;
  delete(key: string): Promise<void>;
}

export interface Bus {
  publish(events: readonly HeadroomEvent[]): Promise<void>;
}

/** Gives the token to use now; `refresh` asks past any cache, after the platform refused the one in hand. */
export interface Secrets {
  token(options?: { readonly refresh: boolean }): Promise<string>;
}

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

export interface Ports {
  readonly platform: Platform;
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
}
