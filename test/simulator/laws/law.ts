import type { HttpRequest } from '../../../lib/client/transport/exchange.ts';
import type { HeadroomEvent } from '../../../lib/contract/events.ts';
import type { Endpoint, Integration } from '../../../lib/platform/state/state.ts';
import type { FaultKind } from '../engine/faults.ts';
import type { SimulatedGrant } from '../organization/grants.ts';
import type { SimulatedPolicy } from '../organization/policy.ts';
import type { CallSeen } from '../surroundings/deployment.ts';
import type { NotOffered } from '../surroundings/refusals.ts';
import type { ServiceTruth } from '../surroundings/truth.ts';

/** A request that changed the platform, with the platform as it was before and as it is after. */
export interface WriteSeen {
  readonly atMs: number;
  readonly request: HttpRequest;
  readonly status: number;
  readonly project: string;
  readonly before: readonly ServiceTruth[];
  readonly after: readonly ServiceTruth[];
  /** Endpoint of the path, as it was before; absent when the path names none. */
  readonly endpoint?: Endpoint;
  /** Integration of the path, as it was before. */
  readonly integration?: Integration;
  /** Endpoint names by id after the write. */
  readonly endpointName: (id: string) => string | undefined;
}

/** A person's approval of a plan that a run waits with. */
export interface Approval {
  readonly digest: string;
  /** When a pass said last that the plan waits. */
  readonly shownMs: number;
  /** When the person gave it; absent for a plan that is approved with this run. */
  readonly givenMs?: number;
  /** `kind of project/service` of every change that earlier runs wrote under it. */
  readonly used: ReadonlySet<string>;
}

/** What a run may have known: policy and services as they were when it began. */
export interface RunBegun {
  readonly policy: SimulatedPolicy;
  /** Absent: with the write. */
  readonly begunMs?: number | undefined;
  /** YYYY-MM-DD by Headroom's own clock; absent: the day of the write. */
  readonly today?: string;
  /** The stricter one of policy and store; absent: enforce. */
  readonly mode?: SimulatedPolicy['mode'];
  readonly services: readonly ServiceTruth[];
  /** Present when a person approved a plan with this run. */
  readonly approval?: Approval;
  /** Approvals that were given before: each holds for any number of runs, but for each change once. */
  readonly approvals?: readonly Approval[];
  /** Of an undo: `project/service` of every service that Headroom changed since the undone run began. */
  readonly undone?: ReadonlySet<string>;
  /** Whether it changes only one service and the budget of that service; absent: no. */
  readonly isOfOne?: boolean;
  /** Services to which the platform does not offer the autoscaler, as far as it has refused Headroom before; absent: none. */
  readonly notOffered?: NotOffered;
}

/** What holds at the moment of a write. */
export interface Circumstances {
  /** The policy that is in the store now. */
  readonly policy: SimulatedPolicy;
  /** What people have granted so far; absent: nothing. */
  readonly grants?: readonly SimulatedGrant[];
  /** The run at work, or the last one, whose writes may still arrive; undefined before the first. */
  readonly run: RunBegun | undefined;
  /** Until when writing was allowed last. */
  readonly writingForbiddenSinceMs: number | null;
  /** YYYY-MM-DD of a moment, by Headroom's own clock. */
  readonly today: string;
  /** How far Headroom's own clock is ahead of the true time; absent: it is right. */
  readonly skewMs?: number;
  /** The same for any moment from then on: the clock may jump. Absent: it did not. */
  readonly skewsSince?: (ms: number) => readonly number[];
  /** Whether answers said that the platform has no price for a service, so that the policy's may count; absent: never. */
  readonly isPriceDenied?: (service: ServiceTruth) => boolean;
  /**
   * Whether the platform denied the price of a service, and Headroom may still wait for the denial to be confirmed. Absent:
   * it never does.
   */
  readonly isPriceOpen?: (service: ServiceTruth) => boolean;
  /** When the platform last listed the alerts of a project; undefined before. Absent: never. */
  readonly alertsReadMs?: (project: string) => number | undefined;
  /** Whether a fault struck in this run or shortly before it. */
  readonly isDisturbed?: boolean;
  /** Kinds of faults that struck since the run began. Absent: none. */
  readonly struck?: () => readonly FaultKind[];
  /** How often the run has read a service alone, which it does before it lowers a maximum. Absent: never. */
  readonly looks?: (service: ServiceTruth) => number;
}

/** A line of `headroom status`. */
export interface StatusSaid {
  readonly subject: string;
  readonly verdict: string;
  readonly says: string;
  readonly remedy: string;
}

/** How a pass ended, with the platform as it is then. */
export interface PassSeen {
  readonly atMs: number;
  readonly outcome: string;
  /** Whether a fault struck while it ran, or shortly before. */
  readonly isDisturbed: boolean;
  /** Milliseconds since the last fault before it, or since ever. */
  readonly quietMs: number;
  readonly services: readonly ServiceTruth[];
  readonly writes: readonly WriteSeen[];
  readonly events: readonly HeadroomEvent[];
  /** Bodies that the store was given since the last pass, by key. */
  readonly stored: ReadonlyMap<string, string>;
  /** Every token so far. */
  readonly tokens: readonly string[];
  readonly calls: readonly CallSeen[];
  /** Sums of the metrics that these calls emit, by name; those of 0 are left out. */
  readonly metrics: Readonly<Record<string, number>>;
  /** What `headroom status` says of the store. */
  readonly status: readonly StatusSaid[];
  /** The stricter one of policy and store now. */
  readonly mode: SimulatedPolicy['mode'];
  /** Projects that the organization has. */
  readonly projects: number;
}

/** Something that must hold at every step; what it finds wrong it says in a sentence. */
export interface Law {
  readonly name: string;
  /** Where it is demanded. */
  readonly source: string;
  readonly afterWrite?: (write: WriteSeen, circumstances: Circumstances) => readonly string[];
  readonly afterPass?: (pass: PassSeen, circumstances: Circumstances) => readonly string[];
}

export const nameOf = ({ project, service }: ServiceTruth): string => `${project}/${service.name}`;

/** Services by project and name, made once for each list: laws ask for every service of a list. */
const indexes = new WeakMap<readonly ServiceTruth[], ReadonlyMap<string, ServiceTruth>>();

const indexOf = (services: readonly ServiceTruth[]): ReadonlyMap<string, ServiceTruth> => {
  const made = indexes.get(services) ?? new Map(services.map((service) => [nameOf(service), service]));
  indexes.set(services, made);
  return made;
};

/** The same service before a write. */
export const earlier = (services: readonly ServiceTruth[], service: ServiceTruth): ServiceTruth | undefined =>
  indexOf(services).get(nameOf(service));
