import type { Tags } from '../../core/model/model.ts';
import type { GrowthModel } from '../../core/twin/growth-model.ts';
import type { Turn } from '../../core/twin/growth-turns.ts';
import type { SearchProductName } from '../../wire/search-product-name.ts';
import type { Behaviour } from '../protocol/behaviour.ts';
import type { ServedProfile } from '../protocol/served-profile.ts';
import type { CompleteScenario, roles, serviceStates } from '../scenario/scenario-schema.ts';
import type { Random } from './random.ts';

/**
 * The whole platform state as plain data. Only the transition functions in this folder and in autoscaler change it;
 * they take time and randomness as arguments, so the same steps give the same bytes.
 */

export type ServiceState = (typeof serviceStates)[number];
export type Role = (typeof roles)[number];
/** Which schemes of the Authorization header are taken: `Bearer` alone, or `aivenv1` too. */
export type Schemes = 'bearer' | 'both';
export type UserConfig = Readonly<Record<string, unknown>>;

/** Additional storage over time, exact: MB × milliseconds, and the same multiplied by the price. */
export interface Charges {
  readonly mbMs: bigint;
  readonly cost: bigint;
}

/** Linear growth from a moment on, on a disk of constant size. */
export interface UsePeriod {
  readonly mb: number;
  readonly sinceMs: number;
  readonly growthMbPerDay: number;
  readonly diskMb: number;
}

/** A growth that changes by itself: the rest of its band is one growth, drawn from the seed. */
export interface Turning {
  readonly model: GrowthModel;
  /** Names the draws of its days. */
  readonly disk: string;
  /** The next change; null when there is none any more. */
  readonly next: Turn | null;
}

/** A recipient of technical notifications. */
interface Contact {
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
  /** Disk of the whole service, including the plan's disk. */
  diskMb: number;
  tags: Tags;
  userConfig: UserConfig;
  terminationProtection: boolean;
  techEmails: readonly Contact[];
  maintenance: { readonly dow: string; readonly time: string };
  /** While its nodes are being rebuilt for a known time, when the service runs again. */
  rebuild: { readonly untilMs: number; readonly isMaintenance: boolean } | null;
  /** Additions of storage since the last maintenance. */
  growths: number;
  /** Usage at a moment; from then on it grows linearly while the service runs. */
  usage: { readonly mb: number; readonly sinceMs: number };
  growthMbPerDay: number;
  /** Null for a straight line. */
  turning: Turning | null;
  /** Earlier usage periods of one year, oldest first. */
  usedBefore: readonly UsePeriod[];
  /** The limit that the event log already reports as reached; null if none. */
  reachedMb: number | null;
  /** Charges per month, oldest first; months without charges are omitted. */
  months: readonly MonthCharges[];
  chargedMs: number;
}

export interface Endpoint {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  userConfig: UserConfig;
}

/** An autoscaler is always from a service to an endpoint, whatever the direction of the request. */
export interface Integration {
  readonly id: string;
  readonly type: string;
  readonly service: string;
  /** Empty between two services. */
  endpointId: string;
  /** The destination, for an integration from one service to another. */
  readonly otherService?: string;
  /** From an endpoint to a service. */
  readonly isReversed?: true;
  readonly userConfig: UserConfig;
  readonly createdMs: number;
  /** Until then a request by id answers 404. */
  readonly hiddenUntilMs: number;
  /** Until then it is listed but not active. */
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

export interface Project {
  name: string;
  /** Makes event ids unique across projects. */
  readonly number: number;
  tags: Tags;
  readonly services: Map<string, Service>;
  readonly endpoints: Map<string, Endpoint>;
  readonly integrations: Map<string, Integration>;
  /** Oldest first. */
  readonly events: ProjectEvent[];
  eventCount: number;
  /** Deleted services with charges. */
  readonly deletedServices: Pick<Service, 'months'>[];
  readonly createdMs: number;
  techEmails: readonly Contact[];
  readonly basePort: number | null;
  /** End of the evaluated time: all evaluations up to this moment are done. */
  evaluatedMs: number;
}

/** A caller: a member of the organization, or an application user for programs (pf 2.10). */
export interface User {
  readonly id: string;
  readonly kind: 'member' | 'application';
  /** The actor of events. */
  name: string;
  readonly createdMs: number;
  /** `*` covers all projects that are not listed. */
  readonly roles: Map<string, Role>;
}

/** Stored facts of a token, never the token itself (pf 2.10). */
export interface Token {
  /** SHA-256 of the token, in hexadecimal. */
  readonly digest: string;
  /** Identifies the token in lists and revocations. */
  readonly prefix: string;
  readonly userId: string;
  description: string;
  readonly createdMs: number;
  readonly maxAgeSeconds: number | null;
  readonly extendWhenUsed: boolean;
  /** The platform refuses the token from this moment on; null: never. */
  expiresMs: number | null;
  readonly ipAllowlist: readonly string[];
  readonly scopes: readonly string[] | null;
  /** The last accepted request; null before the first one. */
  lastUse: { readonly atMs: number; readonly ip: string; readonly userAgent: string | null } | null;
}

/** The authenticated user and token. */
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
  /** One profile, or both. */
  readonly served: ServedProfile;
  readonly schemes: Schemes;
  readonly startMs: number;
  readonly clouds: ReadonlyMap<string, string>;
  /** By `planKey`. */
  readonly plans: ReadonlyMap<string, Plan>;
  /** By `priceKey`. */
  readonly prices: ReadonlyMap<string, Price>;
  readonly projects: Map<string, Project>;
  /** How many projects were deleted, so that no new one gets the number of another. */
  deletedProjects: number;
  /** By id. */
  readonly users: Map<string, User>;
  /** By digest. */
  readonly tokens: Map<string, Token>;
  /** Source of new tokens, which makes them deterministic by seed and yet unpredictable for clients. */
  readonly mintingKey: string;
  /** Seed of values that are not drawn in sequence, such as the noise of metrics. */
  readonly seed: number;
  readonly random: Random;
  behaviour: Behaviour;
  /** Time until which requests for a new object are refused, by name or id. */
  readonly forbiddenUntil: Map<string, number>;
  /** Translation of the search product's names. The state itself has the names of the wire. */
  readonly productName: SearchProductName;
}

/** An event before the log assigns its id. */
export type NewEvent = Omit<ProjectEvent, 'id'>;

/** Events stored per project; older ones are dropped. */
const maxEvents = 10_000;

export const logEvent = (project: Project, event: NewEvent): void => {
  project.eventCount += 1;
  const id = project.number.toString(16).padStart(4, '0') + project.eventCount.toString(16).padStart(8, '0');
  project.events.push({ id, ...event });
  // The threshold is half as large again, so that trimming is rare.
  if (project.events.length > maxEvents * 1.5) project.events.splice(0, project.events.length - maxEvents);
};
