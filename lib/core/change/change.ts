import type { HeldMaximum, Maximum } from '../model/model.ts';
import type { Reason } from '../model/reason.ts';
import type { OptionChange } from '../model/search-configuration.ts';

/** Lowers, disables and surplus come first (`release`), then raises and enables (`grant`). */
export type Phase = 'release' | 'grant';

/** What every change has. */
interface Written {
  readonly project: string;
}

/** A change of what a service's disk may grow to. */
interface DiskWritten extends Written {
  readonly service: string;
  /** Name of the endpoint concerned: it identifies the endpoint across runs. */
  readonly endpointName: string;
}

/** What a change finds at an endpoint that is there. */
export interface FoundAt {
  /** Additional storage; 0 also where the endpoint's number cannot be converted; then `held` gives that number. */
  readonly fromGb: number;
  /** What the endpoint holds, where it cannot be converted to additional storage; absent where it can. */
  readonly held?: HeldMaximum;
}

interface CreateEndpoint extends DiskWritten {
  readonly kind: 'create-endpoint';
  readonly phase: 'grant';
  readonly toGb: number;
  /** `toGb` as the endpoint is to hold it. */
  readonly maximum: Maximum;
}

interface UpdateEndpoint extends DiskWritten, FoundAt {
  readonly kind: 'update-endpoint';
  /** `release` when it lowers the maximum. */
  readonly phase: Phase;
  readonly endpointId: string;
  readonly toGb: number;
  /** `toGb` as the endpoint is to hold it. */
  readonly maximum: Maximum;
}

interface DeleteEndpoint extends Omit<DiskWritten, 'service'>, FoundAt {
  readonly kind: 'delete-endpoint';
  readonly phase: 'release';
  /** Null when the service is gone and its endpoint is left over. */
  readonly service: string | null;
  readonly endpointId: string;
}

interface CreateIntegration extends DiskWritten {
  readonly kind: 'create-integration';
  readonly phase: 'grant';
  /** Null when a change of the same plan creates the endpoint first. */
  readonly endpointId: string | null;
  /** Additional storage that the service may have with it. */
  readonly toGb: number;
}

interface DeleteIntegration extends DiskWritten, FoundAt {
  readonly kind: 'delete-integration';
  readonly phase: 'release';
  readonly endpointId: string;
  readonly integrationId: string;
}

interface UpdateSearchConfiguration extends Written {
  readonly kind: 'update-search-configuration';
  readonly phase: 'grant';
  readonly service: string;
  /** Options to set. */
  readonly members: readonly OptionChange[];
}

/** What a change writes: the part of it that the digest of its plan names. */
export type ProposedChange =
  | CreateEndpoint
  | UpdateEndpoint
  | DeleteEndpoint
  | CreateIntegration
  | DeleteIntegration
  | UpdateSearchConfiguration;

export type ChangeKind = ProposedChange['kind'];

/** A proposed change of one kind. */
export type ProposedOf<K extends ChangeKind> = Extract<ProposedChange, { readonly kind: K }>;

/** Why a change is made. */
export interface Motive {
  /** Name of the rule or the baselines that ask for it; empty when none does. */
  readonly rule: string;
  /** Never empty. */
  readonly reasons: readonly Reason[];
  /** Name of the budget whose money it takes or frees; absent when the service has none. */
  readonly budget?: string;
}

/** One difference between desired and actual, small enough to be one write to the platform. */
export type Change = ProposedChange & Motive;

/** A change of one kind. */
export type ChangeOf<K extends ChangeKind> = ProposedOf<K> & Motive;

interface KindFacts {
  /** What it is about: the autoscaler of a disk, and so an endpoint, or the options of a search service. */
  readonly about: 'disk' | 'search';
  /** Whether it attaches a service to an endpoint of ours, detaches it from one, or does neither. */
  readonly integration: 'attaches' | 'detaches' | 'none';
}

/** What holds of every change of a kind. */
export const kindFacts = {
  'create-endpoint': { about: 'disk', integration: 'none' },
  'update-endpoint': { about: 'disk', integration: 'none' },
  'delete-endpoint': { about: 'disk', integration: 'none' },
  'create-integration': { about: 'disk', integration: 'attaches' },
  'delete-integration': { about: 'disk', integration: 'detaches' },
  'update-search-configuration': { about: 'search', integration: 'none' },
} as const satisfies Record<ChangeKind, KindFacts>;

/** Every kind of change. */
export const changeKinds = Object.keys(kindFacts) as [ChangeKind, ...ChangeKind[]];

/** Whether a change attaches the service to an endpoint of ours. */
export const attaches = ({ kind }: { readonly kind: ChangeKind }): boolean =>
  kindFacts[kind].integration === 'attaches';

/** Whether a change detaches the service from an endpoint of ours. */
export const detaches = ({ kind }: { readonly kind: ChangeKind }): boolean =>
  kindFacts[kind].integration === 'detaches';

type DiskKind = { [K in ChangeKind]: (typeof kindFacts)[K]['about'] extends 'disk' ? K : never }[ChangeKind];

/** Whether a change is about the autoscaler of a disk, and so about an endpoint. */
export const isDiskChange = <T extends ProposedChange>(change: T): change is Extract<T, { readonly kind: DiskKind }> =>
  kindFacts[change.kind].about === 'disk';

/** The service that a change concerns, or the endpoint where that is left over of a service that is gone. */
export const subjectName = (change: ProposedChange): string =>
  change.kind === 'delete-endpoint' ? (change.service ?? change.endpointName) : change.service;

/**
 * Key of what a change concerns. A left-over endpoint is never the same as a service that bears its name.
 */
export const subjectKey = (change: ProposedChange): string =>
  JSON.stringify([change.project, change.service ?? [subjectName(change)]]);

/** Additional storage before and after a change of a disk, in GB: 0 where the service has no autoscaler. */
export const gbOf = (change: ProposedOf<DiskKind>): FoundAt & { readonly toGb: number } => {
  switch (change.kind) {
    case 'create-endpoint':
    case 'create-integration':
      return { fromGb: 0, toGb: change.toGb };
    case 'update-endpoint':
      return change;
    case 'delete-endpoint':
    case 'delete-integration':
      return { fromGb: change.fromGb, held: change.held, toGb: 0 };
    default:
      return change satisfies never;
  }
};

/** Whether a change raises or lowers the maximum of an endpoint that is there; null when it does neither. */
export const maximumMove = (change: ProposedChange): 'raise' | 'lower' | null => {
  switch (change.kind) {
    case 'update-endpoint':
      if (change.toGb === change.fromGb) return null;
      return change.toGb < change.fromGb ? 'lower' : 'raise';
    case 'create-endpoint':
    case 'delete-endpoint':
    case 'create-integration':
    case 'delete-integration':
    case 'update-search-configuration':
      return null;
    default:
      return change satisfies never;
  }
};

/** How carrying out one change ended: `confirmed` means that reading back showed it. */
export type ChangeStatus = 'confirmed' | 'unconfirmed' | 'failed' | 'skipped';

/** How a change ended, and why. */
export interface ChangeEnd {
  readonly status: ChangeStatus;
  readonly error?: string;
  /** Skipped because of the mode or a freeze; absent otherwise. */
  readonly restrained?: true;
}

export type ChangeResult = Change & ChangeEnd;
