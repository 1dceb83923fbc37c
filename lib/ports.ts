import type { HeadroomEvent } from './contract/events.ts';
import type { BlockUse, CallBlock, CallRequest, ReservedCalls } from './core/calls/ledger.ts';
import type { Throttled } from './core/calls/pace.ts';
import type { DiskReading } from './core/forecast/peak-use.ts';
import type { DiskAlert, Endpoint, Integration, Maximum, MaximumKind, Service, Tags } from './core/model/model.ts';
import type { SearchConfiguration } from './core/model/search-configuration.ts';
import type { Delivery, DeliveryFailure } from './core/notices/delivery.ts';
import type { LoggedEvent } from './core/service/drift.ts';
import type { ListedToken, SecretValue, SecretVersion } from './core/token/rotation.ts';

/**
 * What the product needs from outside, between decisions and effects: one file because tasks and adapters of several ports
 * name them together, and every adapter is held to all of it.
 */

/**
 * A service as listed; `tags: null` means that the answer omits them, never that there are none, and an empty name that the record
 * has none.
 */
export type ListedService = Omit<Service, 'tags' | 'integrations' | 'refusal' | 'lowered' | 'unusable'> & {
  readonly tags: Tags | null;
  readonly integrations: readonly Integration[] | null;
  /** Why a part of its record cannot be read, as a clause; absent where all of it can be. */
  readonly problem?: string;
};

/** Disk facts of a service plan. */
export interface PlanSpecification {
  /** Disk that the plan includes, in MB; additional storage comes on top. */
  readonly diskMb: number;
  /** Largest disk that dynamic sizing allows, in MB; null if the platform does not specify it. */
  readonly capMb: number | null;
  /** The disk changes in steps of this many MB beyond the plan's own; absent where the platform does not specify it. */
  readonly stepMb?: number;
}

/** A project as listed; `tags: null` means that the answer omits them, an empty name that the record has no readable id. */
export interface ListedProject {
  readonly name: string;
  readonly tags: Tags | null;
}

/** The platform's list of projects. */
interface ProjectList {
  readonly projects: readonly ListedProject[];
  /** Projects that the organization has beyond the list; null if there are more but the platform does not say how many. */
  readonly beyond: number | null;
}

/** One line of a project's event log. */
export interface ProjectEvent extends LoggedEvent {
  readonly id: string;
}

/** Time span of readings: a month in steps of three hours, a year in steps of a day, and so on. */
export type Period = 'hour' | 'day' | 'week' | 'month' | 'year';

/** Follows one write through all its tries. */
export interface WriteWatch {
  /** Receives the platform's id of each answered request; the last call has the id of the last attempt. */
  readonly onRequestId?: (id: string) => void;
  /** Awaited immediately before each try. @throws an error to stop trying; the write fails with it */
  readonly mayStart?: () => Promise<void>;
}

/** The managed data platform. Every method may throw a PlatformError of contract/errors.ts. */
export interface Platform {
  /** Id of the organization that `listProjects` covers. */
  readonly organization: string;
  /** Unit of maximums on endpoints created here; it depends on the profile. */
  readonly maximumKind: MaximumKind;
  /**
   * Time of the platform's last answer by its own clock, ISO 8601, UTC; null before the first answer or without a date.
   * Compare the platform's times only with this one: its clock and ours may differ by any amount.
   */
  lastAnswerAt(): string | null;
  /** The token of these calls as the platform lists it; undefined if the list does not mark it. */
  ownToken(): Promise<ListedToken | undefined>;
  listProjects(): Promise<ProjectList>;
  listProjectTags(project: string): Promise<Tags>;
  listServices(project: string): Promise<ListedService[]>;
  /** One service as in the list; undefined if it does not exist. */
  getService(project: string, service: string): Promise<ListedService | undefined>;
  listServiceTags(project: string, service: string): Promise<Tags>;
  listServiceIntegrations(project: string, service: string): Promise<Integration[]>;
  listEndpoints(project: string): Promise<Endpoint[]>;
  /** One autoscaler endpoint as in the list; undefined if it does not exist. */
  getEndpoint(project: string, id: string): Promise<Endpoint | undefined>;
  /** Active alerts about full disks, of every service of the project. */
  listDiskAlerts(project: string): Promise<DiskAlert[]>;
  /** Newest first. */
  listEvents(project: string): Promise<ProjectEvent[]>;
  /** Oldest first; may be empty. */
  diskUsage(project: string, service: string, period: Period): Promise<DiskReading[]>;
  /** Undefined if the platform does not describe the plan (custom plans). */
  planSpecification(project: string, serviceType: string, plan: string): Promise<PlanSpecification | undefined>;
  /**
   * Price of one additional GB per hour in US dollars, an exact decimal, or `NaN` if it cannot be read; null if the platform says
   * that it has none,
   * undefined if it does not describe the plan in that cloud (404).
   */
  additionalGbPrice(
    project: string,
    serviceType: string,
    plan: string,
    cloud: string,
  ): Promise<string | null | undefined>;
  /** Idempotent: returns an existing endpoint of that name. */
  createEndpoint(project: string, name: string, maximum: Maximum, watch?: WriteWatch): Promise<Endpoint>;
  /** The maximum must be of the same kind as the endpoint's. */
  updateEndpoint(project: string, id: string, maximum: Maximum, watch?: WriteWatch): Promise<Endpoint>;
  /** Idempotent: succeeds if the endpoint no longer exists. */
  deleteEndpoint(project: string, id: string, watch?: WriteWatch): Promise<void>;
  /** Idempotent: succeeds if the same integration exists. */
  createIntegration(project: string, service: string, endpointId: string, watch?: WriteWatch): Promise<void>;
  /** Idempotent: succeeds if the integration no longer exists. */
  deleteIntegration(project: string, id: string, watch?: WriteWatch): Promise<void>;
  /** Sets options of a search service and leaves all others unchanged; null resets an option. Idempotent. */
  updateSearchConfiguration(
    project: string,
    service: string,
    options: SearchConfiguration,
    watch?: WriteWatch,
  ): Promise<void>;
  /**
   * Sets the whole disk of a service, with the plan's own; the service restarts node by node. Idempotent: the same size twice
   * is one change.
   */
  resizeDisk(project: string, service: string, diskMb: number, watch?: WriteWatch): Promise<void>;
}

export interface StoredObject {
  readonly body: string;
  /** Identifies this content; a write of other content changes it. */
  readonly version: string;
}

/** Write only if the key is absent, or only if it has this version. */
export type PutCondition = { readonly ifAbsent: true } | { readonly ifVersion: string };

/** Objects by key (`/` separates folders). Writes are atomic. */
export interface ObjectStore {
  get(key: string): Promise<StoredObject | undefined>;
  /** @throws StoreConflict if the condition is not met. */
  put(key: string, body: string, condition?: PutCondition): Promise<void>;
  /** Keys with the prefix, sorted. */
  list(prefix: string): Promise<string[]>;
  delete(key: string): Promise<void>;
}

/** A record of a log. */
export interface LogRecord {
  /** Records have growing numbers. */
  readonly number: number;
  /** JSON of one line. */
  readonly body: string;
}

/**
 * Objects and logs. A log is an object whose key `isLog` of the store's room recognizes: it has one key in listings, its text
 * is its records, one a line, and it can be appended to.
 */
export interface Store extends ObjectStore {
  /**
   * Appends a record to a log, which exists from its first record on. Once this resolves the record is as durable as an object.
   * @throws StoreConflict if the log has a record of that number already: another writer is at work
   */
  append(key: string, record: LogRecord): Promise<void>;
  /** The records of a log from a number on, in order; empty if there are none. */
  readLog(key: string, from?: number): Promise<LogRecord[]>;
}

export interface Bus {
  publish(events: readonly HeadroomEvent[]): Promise<void>;
}

/** A message as a channel gets it. */
export type Outgoing = Pick<Delivery, 'id' | 'channel' | 'message' | 'links'>;

/** The channels by which people are notified. */
export interface Channels {
  /** @returns why the message was not accepted, without address and key of the channel; null if it was */
  send(outgoing: Outgoing): Promise<DeliveryFailure | null>;
}

/** Returns the current token; `refresh` bypasses caches after the platform rejected a token. */
export interface Secrets {
  token(options?: { readonly refresh: boolean }): Promise<string>;
}

/** Metadata of a secret, without its value. */
export interface SecretDescription {
  readonly versions: readonly SecretVersion[];
  /** Days between rotations; null without a schedule. */
  readonly rotationDays: number | null;
}

/**
 * Versions of the token's secret and their stages. All methods may throw SecretUnavailable. Stages follow the rules of
 * Secrets Manager: moving `AWSCURRENT` also moves `AWSPREVIOUS`.
 */
export interface SecretStore {
  /** ARN of the secret, or path of its file. */
  readonly name: string;
  /** Short, constant and unique id of the secret; part of token descriptions at the platform. */
  readonly id: string;
  describe(): Promise<SecretDescription>;
  /** Value of a version; undefined if it has none (not yet, or no longer). */
  read(versionId: string): Promise<SecretValue | undefined>;
  /**
   * Stores a value as a version with one stage; idempotent.
   * @throws StoreConflict if that version has another value
   */
  put(versionId: string, value: SecretValue, stage: string): Promise<void>;
  /**
   * Removes a stage from a version, adds it to another, or both at once.
   * @throws StoreConflict if the stage is on another version than `from`
   */
  move(stage: string, where: { readonly from?: string; readonly to?: string }): Promise<void>;
}

interface TokenRequest {
  /** Purpose of the token; lists identify it only by this. */
  readonly description: string;
  /** From 600 to 315,360,000; null for a token that never expires. */
  readonly maxAgeSeconds: number | null;
}

interface NewToken {
  /** The secret itself; it must not appear in any text. */
  readonly fullToken: string;
  readonly prefix: string;
  /** ISO 8601; null if the answer omits it; the list has it. */
  readonly expiresAt: string | null;
}

/** The tokens of one owner. Methods throw the errors of contract/errors.ts. */
export interface Tokens {
  /**
   * Creates a token. Never retried once it may have succeeded, because the platform shows a token only once.
   * @throws PlatformUnavailable if the answer is lost: revoke tokens with this description before the next attempt.
   */
  create(request: TokenRequest): Promise<NewToken>;
  list(): Promise<ListedToken[]>;
  /**
   * Idempotent: succeeds if the token no longer exists.
   * @throws RangeError if the prefix is too long, because a whole token must not appear in a path.
   */
  revoke(prefix: string): Promise<void>;
}

/** A connection to the platform with one token; it sees the tokens of that token's owner. */
export interface TokenConnection extends Tokens {
  /** Number of the organization's projects that the token sees: a real read that proves the token works. */
  countProjects(): Promise<number>;
  close(): Promise<void>;
}

/** Connects to the platform with any of the secret's tokens. */
export type ConnectToken = (value: SecretValue) => TokenConnection;

/** A version of a token's secret that another one has replaced. */
export interface ReplacedVersion {
  /** Name of the secret. */
  readonly secret: string;
  readonly versionId: string;
  readonly replacedBy: string;
}

/** Revokes the token of a replaced version once nothing uses it. Idempotent. */
export interface Retirement {
  start(replaced: ReplacedVersion): Promise<void>;
}

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

/**
 * A worker's part in the ledger that divides the calls a minute among all workers: never more than configured start in any
 * 60 s, if every worker starts only calls that it reserved, in time. Methods may throw StoreUnavailable.
 */
export interface Ledger {
  reserve(request: CallRequest): Promise<ReservedCalls>;
  /** Notes the use of a block so far; the rest is given back, at the latest with the next reservation. */
  used(block: CallBlock, use: BlockUse): void;
  /** Records a 429: all workers pause, then continue with half the calls. */
  slowDown(answer: Throttled): Promise<void>;
}

/** Waits for a number of milliseconds. */
export type Sleep = (ms: number) => Promise<void>;

/**
 * What counts as an approval: a run request that names a digest approves it, or only an approval in the store counts, which
 * some roles alone may write.
 */
type ApprovalRule = 'request' | 'stored';

export interface Ports {
  readonly platform: Platform;
  readonly store: Store;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Absent: `request`. */
  readonly approvalRule?: ApprovalRule;
  /** Who approves by naming a digest at this command line; absent where requests come from others. */
  readonly approver?: () => Promise<string>;
  /** ARN of the stack whose functions these ports are for, without the unique part; absent for a command line. */
  readonly stack?: string;
  /** Lets what else this process serves have its turn between two long steps; absent where it serves nothing else. */
  readonly nextTurn?: () => Promise<void>;
}

/** Ports of code that reads and writes records. */
export type StorePorts = Pick<Ports, 'store' | 'clock' | 'nextTurn'>;

/** Ports of code that also calls the platform. */
export type PlatformPorts = Pick<Ports, 'platform' | 'store' | 'clock'>;

/** Ports of the task that begins a run. */
export type DiscoverPorts = PlatformPorts & Pick<Ports, 'approvalRule' | 'stack'>;

/** Facts about the platform that need no call. */
export type PlatformIdentity = Pick<Platform, 'organization' | 'maximumKind'>;

/** Ports of code that decides by what the store knows. */
export type DecisionPorts = StorePorts & { readonly platform: PlatformIdentity };

/** Ports of the task that plans. */
export type PlanPorts = DecisionPorts & Pick<Ports, 'approvalRule' | 'approver' | 'stack'>;

/** Ports of code that also publishes events. */
export type PublishPorts = Pick<Ports, 'store' | 'bus' | 'clock'>;

/** Ports of the task that ends a run. */
export type ReportPorts = PublishPorts & Pick<Ports, 'stack'> & { readonly platform: PlatformIdentity };

/** Ports of the task that sends messages to channels. */
export type DeliverPorts = PublishPorts & { readonly channels: Channels };

/** The token's secret, and the platform with any of its tokens. */
export interface HeldToken {
  readonly secretStore: SecretStore;
  readonly connectToken: ConnectToken;
}

/** Ports of the tasks that replace the token. */
export interface TokenPorts extends HeldToken {
  readonly clock: Clock;
  readonly retirement: Retirement;
  readonly sleep: Sleep;
}
