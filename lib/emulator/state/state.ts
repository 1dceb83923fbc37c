import type { Tags } from '../../core/model/model.ts';
import type { SearchProductName } from '../../wire/search-product-name.ts';
import type { ServedProfile } from '../../wire/served-profile.ts';
import type { Behaviour } from '../protocol/behaviour.ts';
import type { CompleteScenario, roles, serviceStates } from '../scenario/scenario-schema.ts';
import type { Random } from './random.ts';

/**
 * Everything the platform knows, as plain data. It changes only through the transitions beside this file; they take
 * time and randomness from their arguments, so that the same steps lead to the same bytes.
 */

export type ServiceState = (typeof serviceStates)[number];
export type Role = (typeof roles)[number];
export type UserConfig = Readonly<Record<string, unknown>>;

/** Additional storage over time, exact: MB multiplied by milliseconds, and that multiplied by the price. */
export interface Charges {
  readonly mbMs: bigint;
  readonly cost: bigint;
}

/** Even growth from a moment on, on a disk of one size. */
export interface UsePeriod {
  readonly mb: number;
  readonly sinceMs: number;
  readonly growthMbPerDay: number;
  readonly diskMb: number;
}

/** Somebody who is told of what happens. */
export interface Contact {
  readonly email: string;
}

/** Charges of one calendar month, such as `2026-03`. */
export interface MonthCharges {
  readonly month: string;
  readonly charges: Charges;
}

export interface Service {
  readonly name: string;
  readonly type: string;
  readonly createdMs: number;
  updatedMs: number;
  plan: string;
  cloud: string;
  state: ServiceState;
  /** Of the service as a whole, the plan's own disk included. */
  diskMb: number;
  tags: Tags;
  userConfig: UserConfig;
  terminationProtection: boolean;
  techEmails: readonly Contact[];
  maintenance: { readonly dow: string; readonly time: string };
  /** What was used at a moment; from then on it grows evenly while the service runs. */
  usage: { readonly mb: number; readonly sinceMs: number };
  growthMbPerDay: number;
  /** How it was used before, oldest first: a year of it. */
  usedBefore: readonly UsePeriod[];
  /** The limit whose reaching is in the event log already; null when none is. */
  reachedMb: number | null;
  /** What it was charged for, oldest month first; months without charges are not there. */
  months: readonly MonthCharges[];
  chargedMs: number;
}

export interface Endpoint {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  userConfig: UserConfig;
}

/** Always from a service to an endpoint, whatever direction it was asked for in. */
export interface Integration {
  readonly id: string;
  readonly type: string;
  readonly service: string;
  endpointId: string;
  readonly userConfig: UserConfig;
  readonly createdMs: number;
  /** Until then it is not found by its id. */
  readonly hiddenUntilMs: number;
  /** Until then it is there and not active. */
  readonly activeFromMs: number;
}

export interface ProjectEvent {
  readonly id: string;
  readonly atMs: number;
  readonly actor: string;
  readonly type: string;
  readonly description: string;
  readonly service: string | null;
}

/** What is left of a service that was deleted: its charges, and what invoices say of it. */
export type GoneService = Pick<Service, 'name' | 'type' | 'plan' | 'cloud' | 'tags' | 'months'>;

export interface Project {
  name: string;
  /** Distinguishes the ids of its events from those of other projects. */
  readonly number: number;
  tags: Tags;
  readonly services: Map<string, Service>;
  readonly endpoints: Map<string, Endpoint>;
  readonly integrations: Map<string, Integration>;
  /** Oldest first. */
  readonly events: ProjectEvent[];
  eventCount: number;
  /** Services that are gone and have been charged for. */
  readonly gone: GoneService[];
  readonly createdMs: number;
  techEmails: readonly Contact[];
  readonly basePort: number | null;
  /** Up to this moment everything that time does has been done. */
  settledMs: number;
}

/** Somebody who may call: a member of the organization, or an application user for programs (platform-facts §2.10). */
export interface User {
  readonly id: string;
  readonly kind: 'member' | 'application';
  /** The actor of events. */
  name: string;
  readonly createdMs: number;
  /** `*` stands for every project that is not named. */
  readonly roles: Map<string, Role>;
}

/** What is known of a token: never the token itself (platform-facts §2.10). */
export interface Token {
  /** SHA-256 of the token, in hexadecimal. */
  readonly digest: string;
  /** Names the token where it is listed and revoked. */
  readonly prefix: string;
  readonly userId: string;
  description: string;
  readonly createdMs: number;
  readonly maxAgeSeconds: number | null;
  readonly extendWhenUsed: boolean;
  /** Refused from this moment on; null: never. */
  expiresMs: number | null;
  readonly ipAllowlist: readonly string[];
  readonly scopes: readonly string[] | null;
  /** The last request that it was good for; null before the first one. */
  lastUse: { readonly atMs: number; readonly ip: string; readonly userAgent: string | null } | null;
}

/** Who calls, and with which token. */
export interface Caller {
  readonly name: string;
  readonly roles: ReadonlyMap<string, Role>;
  readonly user: User;
  readonly token: Token;
}

export type Plan = CompleteScenario['plans'][number];
export type Price = CompleteScenario['prices'][number];

export interface PlatformState {
  readonly organization: {
    readonly id: string;
    readonly name: string;
    readonly accountId: string;
    readonly billingGroupId: string;
  };
  /** One profile strictly, or both. */
  readonly served: ServedProfile;
  readonly startMs: number;
  readonly clouds: ReadonlyMap<string, string>;
  /** By `planKey`. */
  readonly plans: ReadonlyMap<string, Plan>;
  /** By `priceKey`. */
  readonly prices: ReadonlyMap<string, Price>;
  readonly projects: Map<string, Project>;
  /** By id. */
  readonly users: Map<string, User>;
  /** By digest. */
  readonly tokens: Map<string, Token>;
  /** What new tokens are made from, so that they come from the seed and yet nobody can guess them. */
  readonly mintingKey: string;
  /** Decides what is not drawn in order, such as the noise of metrics. */
  readonly seed: number;
  readonly random: Random;
  behaviour: Behaviour;
  /** Until when things are refused that have just been made, by name or id. */
  readonly newcomers: Map<string, number>;
  /** Names with the search product's word. What the world holds has the word of the wire. */
  readonly words: SearchProductName;
}

/** An event as it happens, before the log gives it an id. */
export type Happening = Omit<ProjectEvent, 'id'>;

/** Events kept per project; older ones leave the log. */
const eventsKept = 10_000;

export const logEvent = (project: Project, happening: Happening): void => {
  project.eventCount += 1;
  const id = project.number.toString(16).padStart(4, '0') + project.eventCount.toString(16).padStart(8, '0');
  project.events.push({ id, ...happening });
  // Half as many again, so that the log is cut rarely and not at every event.
  if (project.events.length > eventsKept * 1.5) project.events.splice(0, project.events.length - eventsKept);
};
