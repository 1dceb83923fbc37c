import type { HttpRequest } from '../../client/transport/exchange.ts';
import type { HeadroomEvent } from '../../contract/events.ts';
import type { Endpoint, Integration } from '../../emulator/state/state.ts';
import type { SimulatedPolicy } from '../organization/policy.ts';
import type { ServiceTruth } from './truth.ts';

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

/** What a run may have known: policy and services as they were when it began. */
export interface RunBegun {
  readonly policy: SimulatedPolicy;
  readonly services: readonly ServiceTruth[];
}

/** What holds at the moment of a write. */
export interface Circumstances {
  /** The policy that is in the store now. */
  readonly policy: SimulatedPolicy;
  /** Undefined between runs. */
  readonly run: RunBegun | undefined;
  /** Until when writing was allowed last. */
  readonly writingForbiddenSinceMs: number | null;
  /** YYYY-MM-DD of a moment. */
  readonly today: string;
}

/** How a pass ended, with the platform as it is then. */
export interface PassSeen {
  readonly outcome: string;
  /** Whether a fault struck while it ran, or shortly before. */
  readonly isDisturbed: boolean;
  readonly services: readonly ServiceTruth[];
  readonly writes: readonly WriteSeen[];
  readonly events: readonly HeadroomEvent[];
  /** Bodies that the store was given since the last pass, by key. */
  readonly stored: ReadonlyMap<string, string>;
  /** Every token so far. */
  readonly tokens: readonly string[];
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
