import type { HeadroomEvent } from './contract/events.ts';
import type { Endpoint, Integration, Maximum, MaximumKind, Service, Tags } from './core/model/model.ts';
import type { SearchConfiguration } from './core/model/search-configuration.ts';
import type { KnownToken, SecretValue, SecretVersion } from './core/token/rotation.ts';

/** A service as listed; `tags: null` means that the answer did not carry them, never that there are none. */
export type ListedService = Omit<Service, 'tags' | 'integrations' | 'refusal' | 'lowered' | 'unusable'> & {
  readonly tags: Tags | null;
  readonly integrations: readonly Integration[] | null;
};

/** What a service plan brings of its own. */
export interface PlanSpecification {
  /** Disk of the plan itself, in MB; what goes beyond it is additional storage. */
  readonly diskMb: number;
  /** How large the whole disk can get by dynamic sizing, in MB; null where the platform does not say. */
  readonly capMb: number | null;
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
  /** Who did it; null where the log does not say. */
  readonly actor: string | null;
  /** In the platform's words; empty where there are none. */
  readonly description: string;
}

/** How full the disk of a service was: its busiest node. */
export interface DiskReading {
  /** Milliseconds since 1970, UTC. */
  readonly timeMs: number;
  /** Percent of the disk as it was then. */
  readonly percent: number;
}

/** How far back readings go: a month in steps of three hours, a year in steps of a day, and so on. */
export type Period = 'hour' | 'day' | 'week' | 'month' | 'year';

/** Told the platform's own id of a request, once its answer came with one; the last one told is that of the last try. */
export type OnRequestId = (id: string) => void;

/** The managed data platform. Every method may throw the platform errors of contract/errors.ts. */
export interface Platform {
  /** Id of the organization whose projects are listed. */
  readonly organization: string;
  /** What the numbers of endpoints count that are created here: one profile counts otherwise than the other. */
  readonly maximumKind: MaximumKind;
  /**
   * When the platform made its last answer, by its own clock, ISO 8601, UTC; null before the first one and where it does
   * not say. Only this may be compared with times that the platform gives: its clock and ours may differ by any amount.
   */
  lastAnswerAt(): string | null;
  listProjects(): Promise<ListedProject[]>;
  listProjectTags(project: string): Promise<Tags>;
  listServices(project: string): Promise<ListedService[]>;
  /** One service as the list shows it; undefined when it is gone. */
  getService(project: string, service: string): Promise<ListedService | undefined>;
  listServiceTags(project: string, service: string): Promise<Tags>;
  listServiceIntegrations(project: string, service: string): Promise<Integration[]>;
  listEndpoints(project: string): Promise<Endpoint[]>;
  /** Newest first. */
  listEvents(project: string): Promise<ProjectEvent[]>;
  /** Oldest first; none when the platform has none. */
  diskUsage(project: string, service: string, period: Period): Promise<DiskReading[]>;
  /** Undefined when the platform does not describe the plan (custom plans). */
  planSpecification(project: string, serviceType: string, plan: string): Promise<PlanSpecification | undefined>;
  /** What a GB beyond the plan costs an hour, in US dollars, as an exact decimal; null where the platform gives no price. */
  additionalGbPrice(project: string, serviceType: string, plan: string, cloud: string): Promise<string | null>;
  /** Safe to repeat: an endpoint of that name that is already there is taken. */
  createEndpoint(project: string, name: string, maximum: Maximum, onRequestId?: OnRequestId): Promise<Endpoint>;
  /** The maximum must count what the endpoint counts. */
  updateEndpoint(project: string, id: string, maximum: Maximum, onRequestId?: OnRequestId): Promise<Endpoint>;
  /** Safe to repeat: an endpoint that is already gone is fine. */
  deleteEndpoint(project: string, id: string, onRequestId?: OnRequestId): Promise<void>;
  /** Safe to repeat: the same integration that is already there is taken. */
  createIntegration(project: string, service: string, endpointId: string, onRequestId?: OnRequestId): Promise<void>;
  /** Safe to repeat: an integration that is already gone is fine. */
  deleteIntegration(project: string, id: string, onRequestId?: OnRequestId): Promise<void>;
  /** Sets options of a search service and leaves the others; null resets one. Safe to repeat. */
  updateSearchConfiguration(
    project: string,
    service: string,
    options: SearchConfiguration,
    onRequestId?: OnRequestId,
  ): Promise<void>;
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
  /** Gives an object another key, byte for byte, in place of what is there; one that is not there is fine. */
  move(from: string, to: string): Promise<void>;
}

export interface Bus {
  publish(events: readonly HeadroomEvent[]): Promise<void>;
}

/** Gives the token to use now; `refresh` asks past any cache, after the platform refused the one in hand. */
export interface Secrets {
  token(options?: { readonly refresh: boolean }): Promise<string>;
}

/** What a secret shows of itself without showing what it holds. */
export interface SecretDescription {
  readonly versions: readonly SecretVersion[];
  /** Days after which the token is replaced; null when nothing does that regularly. */
  readonly rotationDays: number | null;
}

/**
 * The versions of the secret that holds the token, and the stages that they bear. Its methods throw SecretUnavailable.
 * A version bears what Secrets Manager lets it: moving `AWSCURRENT` also moves `AWSPREVIOUS`.
 */
export interface SecretStore {
  /** Names the secret: an ARN, or the path of a file. */
  readonly name: string;
  /** Short, never changes, and tells this secret from every other: stands in descriptions of tokens at the platform. */
  readonly id: string;
  describe(): Promise<SecretDescription>;
  /** What a version holds; undefined when it holds nothing (yet, or any more). */
  read(versionId: string): Promise<SecretValue | undefined>;
  /**
   * Stores a value as a version with one stage; safe to repeat.
   * @throws StoreConflict when that version already holds something else
   */
  put(versionId: string, value: SecretValue, stage: string): Promise<void>;
  /**
   * Takes a stage from a version, gives it to another, or both at once.
   * @throws StoreConflict when it is not where it was expected
   */
  move(stage: string, where: { readonly from?: string; readonly to?: string }): Promise<void>;
}

export interface TokenRequest {
  /** What the token is for; the only mark that a list shows of it. */
  readonly description: string;
  /** From 600 to 315,360,000; null for a token that does not expire. */
  readonly maxAgeSeconds: number | null;
}

export interface NewToken {
  /** The secret itself: it must not get into any text. */
  readonly fullToken: string;
  readonly prefix: string;
  /** ISO 8601; null when the answer does not say: the list does. */
  readonly expiresAt: string | null;
}

/** The tokens of one owner. The methods throw the errors of contract/errors.ts. */
export interface Tokens {
  /**
   * Creates a token. It is never repeated once it may have succeeded, because what was created could not be seen again.
   * @throws PlatformUnavailable when the answer was lost: revoke what bears the description before trying again.
   */
  create(request: TokenRequest): Promise<NewToken>;
  list(): Promise<KnownToken[]>;
  /**
   * Safe to repeat: a token that is already gone is fine.
   * @throws RangeError for what is too long for a prefix, since a whole token must not stand in a path.
   */
  revoke(prefix: string): Promise<void>;
}

/** A connection to the platform with one given token, which sees the tokens of that token's owner. */
export interface TokenConnection extends Tokens {
  /** Projects of the organization that the token sees: a real read, which tells that it works. */
  countProjects(): Promise<number>;
  close(): Promise<void>;
}

/** Connects to the platform with any of the secret's tokens. */
export type ConnectToken = (value: SecretValue) => TokenConnection;

/** Has the token of a version that another one replaced revoked, once nothing can use it any more. Starting it again is fine. */
export interface Retirement {
  start(versionId: string, replacedBy: string): Promise<void>;
}

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

/** Waits so many milliseconds. */
export type Sleep = (ms: number) => Promise<void>;

export interface Ports {
  readonly platform: Platform;
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
}

/** For what reads and writes records. */
export type StorePorts = Pick<Ports, 'store' | 'clock'>;

/** For what also calls the platform. */
export type PlatformPorts = Pick<Ports, 'platform' | 'store' | 'clock'>;

/** For what also publishes events. */
export type PublishPorts = Pick<Ports, 'store' | 'bus' | 'clock'>;

/** What the tasks that replace the token work on. */
export interface TokenPorts {
  readonly clock: Clock;
  readonly secretStore: SecretStore;
  readonly connectToken: ConnectToken;
  readonly retirement: Retirement;
  readonly sleep: Sleep;
}
