import type { Reason } from '../model/decision.ts';
import type { HeldMaximum, Maximum } from '../model/model.ts';
import type { OptionChange } from '../model/search-configuration.ts';

/**
 * What a change may do, in one file because a new kind is a member of a type here and a row of the table of facts below it.
 * `release` (lower, disable, remove surplus) runs before `grant` (raise, enable).
 */
export type Phase = 'release' | 'grant';

interface ChangeBase {
  readonly project: string;
}

interface DiskChangeBase extends ChangeBase {
  readonly service: string;
  /** Identifies the endpoint across runs. */
  readonly endpointName: string;
}

/** Maximum of an existing endpoint before the change. */
export interface FoundAt {
  /** Additional storage; 0 if the endpoint's number cannot be converted, then `held` contains that number. */
  readonly fromGb: number;
  /** The endpoint's maximum, if it cannot be converted to additional storage; absent otherwise. */
  readonly held?: HeldMaximum;
}

interface CreateEndpoint extends DiskChangeBase {
  readonly kind: 'create-endpoint';
  readonly phase: 'grant';
  readonly toGb: number;
  /** `toGb` in the endpoint's own counting. */
  readonly maximum: Maximum;
}

interface UpdateEndpoint extends DiskChangeBase, FoundAt {
  readonly kind: 'update-endpoint';
  /** `release` when it lowers the maximum. */
  readonly phase: Phase;
  readonly endpointId: string;
  readonly toGb: number;
  /** `toGb` in the endpoint's own counting. */
  readonly maximum: Maximum;
}

interface DeleteEndpoint extends Omit<DiskChangeBase, 'service'>, FoundAt {
  readonly kind: 'delete-endpoint';
  readonly phase: 'release';
  /** Null for an unused endpoint of a deleted service. */
  readonly service: string | null;
  readonly endpointId: string;
}

interface CreateIntegration extends DiskChangeBase {
  readonly kind: 'create-integration';
  readonly phase: 'grant';
  /** Null when a change of the same plan creates the endpoint first. */
  readonly endpointId: string | null;
  /** Maximum additional storage of the service after the change. */
  readonly toGb: number;
}

interface DeleteIntegration extends DiskChangeBase, FoundAt {
  readonly kind: 'delete-integration';
  readonly phase: 'release';
  readonly endpointId: string;
  readonly integrationId: string;
}

/** A change of who manages an endpoint that the service uses: it is recorded in the store, and the platform sees no write. */
interface Handover<K extends 'adopt-endpoint' | 'return-endpoint'> extends DiskChangeBase {
  readonly kind: K;
  readonly phase: 'grant';
  readonly endpointId: string;
  /** Maximum additional storage of the service, before and after. */
  readonly toGb: number;
  /** `toGb` in the endpoint's own counting. */
  readonly maximum: Maximum;
}

interface UpdateSearchConfiguration extends ChangeBase {
  readonly kind: 'update-search-configuration';
  readonly phase: 'grant';
  readonly service: string;
  /** Options to set. */
  readonly members: readonly OptionChange[];
}

/**
 * A change of the disk's size itself, as a person makes it: no endpoint is concerned. The autoscaler only grows disks; added
 * storage is removed in this way alone, and the service then restarts node by node (pf 2.15).
 */
interface ResizeDisk extends ChangeBase {
  readonly kind: 'resize-disk';
  /** `release` removes added storage, `grant` adds some. */
  readonly phase: Phase;
  readonly service: string;
  /** Whole disk in MB, with the plan's own, before and after. */
  readonly fromMb: number;
  readonly toMb: number;
}

/** What a change writes: the part that the plan digest covers. */
export type ProposedChange =
  | CreateEndpoint
  | UpdateEndpoint
  | DeleteEndpoint
  | CreateIntegration
  | DeleteIntegration
  | Handover<'adopt-endpoint'>
  | Handover<'return-endpoint'>
  | UpdateSearchConfiguration
  | ResizeDisk;

export type ChangeKind = ProposedChange['kind'];

/** A proposed change of one kind. */
export type ProposedOf<K extends ChangeKind> = Extract<ProposedChange, { readonly kind: K }>;

/** Why a change waits for an approval: what it would harm, the first plan of a mode, or a limit. */
export type Waits = 'room' | 'protection' | 'restart' | 'first' | 'bounds';

/** Why a change is made. */
export interface Motive {
  /** Name of the rule or baselines that request the change; empty when there is none. */
  readonly rule: string;
  /** Never empty. */
  readonly reasons: readonly Reason[];
  /** Name of the budget that the change uses or frees; absent when the service has none. */
  readonly budget?: string;
  /** Digest of the approved plan under which the change is carried out; absent without one. */
  readonly approval?: string;
  /** Absent unless it waits for an approval. */
  readonly waits?: Waits;
}

/** One difference between desired and actual state that one write to the platform resolves. */
export type Change = ProposedChange & Motive;

/** A change of one kind. */
export type ChangeOf<K extends ChangeKind> = ProposedOf<K> & Motive;

interface KindFacts {
  /** A disk's autoscaler with its endpoint, the size of a disk, or the options of a search service. */
  readonly about: 'disk' | 'size' | 'search';
  /** What it does to a Headroom endpoint. */
  readonly endpoint: 'creates' | 'updates' | 'deletes' | 'none';
  /** Whether it attaches a service to a Headroom endpoint, detaches it, or does neither. */
  readonly integration: 'attaches' | 'detaches' | 'none';
  /** Whether Headroom begins to manage an endpoint that the service already uses, or ceases to. */
  readonly handover: 'takes' | 'gives' | 'none';
}

/** Facts about each kind of change. */
export const kindFacts = {
  'create-endpoint': { about: 'disk', endpoint: 'creates', integration: 'none', handover: 'none' },
  'update-endpoint': { about: 'disk', endpoint: 'updates', integration: 'none', handover: 'none' },
  'delete-endpoint': { about: 'disk', endpoint: 'deletes', integration: 'none', handover: 'none' },
  'create-integration': { about: 'disk', endpoint: 'none', integration: 'attaches', handover: 'none' },
  'delete-integration': { about: 'disk', endpoint: 'none', integration: 'detaches', handover: 'none' },
  'adopt-endpoint': { about: 'disk', endpoint: 'none', integration: 'none', handover: 'takes' },
  'return-endpoint': { about: 'disk', endpoint: 'none', integration: 'none', handover: 'gives' },
  'update-search-configuration': { about: 'search', endpoint: 'none', integration: 'none', handover: 'none' },
  'resize-disk': { about: 'size', endpoint: 'none', integration: 'none', handover: 'none' },
} as const satisfies Record<ChangeKind, KindFacts>;

/** All kinds of changes. */
export const changeKinds = Object.keys(kindFacts) as [ChangeKind, ...ChangeKind[]];

/** The kinds of which a fact has this value. */
type KindWith<F extends keyof KindFacts, V extends KindFacts[F]> = {
  [K in ChangeKind]: (typeof kindFacts)[K][F] extends V ? K : never;
}[ChangeKind];

/** What bears a kind: a change, or a record of the audit. */
interface OfKind {
  readonly kind: ChangeKind;
}

/** Whether a change attaches the service to a Headroom endpoint. */
export const attaches = <T extends OfKind>(
  change: T,
): change is T & { readonly kind: KindWith<'integration', 'attaches'> } =>
  kindFacts[change.kind].integration === 'attaches';

/** Whether a change detaches the service from a Headroom endpoint. */
export const detaches = ({ kind }: OfKind): boolean => kindFacts[kind].integration === 'detaches';

/** Whether a change writes to a Headroom endpoint that is there before and after. */
export const updatesEndpoint = <T extends OfKind>(
  change: T,
): change is T & { readonly kind: KindWith<'endpoint', 'updates'> } => kindFacts[change.kind].endpoint === 'updates';

/** Whether a change deletes a Headroom endpoint. */
export const deletesEndpoint = ({ kind }: OfKind): boolean => kindFacts[kind].endpoint === 'deletes';

/** Whether a change makes Headroom the manager of an endpoint that the service already uses (adoption). */
export const takesOver = ({ kind }: OfKind): boolean => kindFacts[kind].handover === 'takes';

/** Whether a change gives such an endpoint back. */
export const givesBack = ({ kind }: OfKind): boolean => kindFacts[kind].handover === 'gives';

type DiskKind = KindWith<'about', 'disk'>;

/** Whether a change concerns the autoscaler of a disk, and so an endpoint. */
export const isDiskChange = <T extends ProposedChange>(change: T): change is Extract<T, { readonly kind: DiskKind }> =>
  kindFacts[change.kind].about === 'disk';

type SearchKind = KindWith<'about', 'search'>;

/** Whether a change concerns the options of a search service. */
export const isSearchChange = <T extends OfKind>(change: T): change is T & { readonly kind: SearchKind } =>
  kindFacts[change.kind].about === 'search';

/** Whether a change concerns the size of a disk. */
export const resizes = <T extends OfKind>(change: T): change is T & { readonly kind: KindWith<'about', 'size'> } =>
  kindFacts[change.kind].about === 'size';

/** Whether a change takes added storage from a disk. */
export const shrinks = (change: ProposedChange): boolean => resizes(change) && change.phase === 'release';

/** Whether a change adds storage to a disk. */
export const grows = <T extends ProposedChange>(change: T): change is Extract<T, { readonly kind: 'resize-disk' }> =>
  change.kind === 'resize-disk' && change.phase === 'grant';

/** Name of the service that a change concerns, or of the unused endpoint of a deleted service. */
export const subjectName = (change: ProposedChange): string =>
  change.kind === 'delete-endpoint' ? (change.service ?? change.endpointName) : change.service;

/** Key of the subject of a change. An unused endpoint never has the key of a service with its name. */
export const subjectKey = (change: ProposedChange): string =>
  JSON.stringify([change.project, change.service ?? [subjectName(change)]]);

/** A change by which a service may get money of its budget. */
export type GrantingChange = ProposedOf<DiskKind | 'resize-disk'>;

/** Additional storage before and after a disk change, in GB; 0 without an autoscaler. */
export const gbOf = (change: ProposedOf<DiskKind>): FoundAt & { readonly toGb: number } => {
  switch (change.kind) {
    case 'create-endpoint':
    case 'create-integration':
      return { fromGb: 0, toGb: change.toGb };
    case 'adopt-endpoint':
    case 'return-endpoint':
      return { fromGb: change.toGb, toGb: change.toGb };
    case 'update-endpoint':
      return change;
    case 'delete-endpoint':
    case 'delete-integration':
      return { fromGb: change.fromGb, held: change.held, toGb: 0 };
    default:
      return change satisfies never;
  }
};

/**
 * Id that the endpoint of a change has once earlier writes are made; null if there is none yet, or none is concerned.
 * @param written ids of endpoints by name, because an update may change the id too (pf 1.2)
 */
export const endpointIdAfter = (change: ProposedChange, written: ReadonlyMap<string, string>): string | null => {
  if (!isDiskChange(change)) return null;
  const found = 'endpointId' in change ? change.endpointId : null;
  // Of two endpoints with one name, the other one was written.
  return deletesEndpoint(change) || detaches(change) ? found : (written.get(change.endpointName) ?? found);
};

/** Whether a change raises or lowers the maximum of an existing endpoint; null when it does neither. */
export const maximumMove = (change: ProposedChange): 'raise' | 'lower' | null => {
  if (!updatesEndpoint(change) || change.toGb === change.fromGb) return null;
  return change.toGb < change.fromGb ? 'lower' : 'raise';
};

/** Result of one change; `confirmed` means that reading back showed it. */
export type ChangeStatus = 'confirmed' | 'unconfirmed' | 'failed' | 'skipped';

/** How many changes of a run ended in each way. */
export const countByStatus = (ended: readonly { readonly status: ChangeStatus }[]): Record<ChangeStatus, number> => {
  const counts = { confirmed: 0, unconfirmed: 0, failed: 0, skipped: 0 };
  for (const { status } of ended) counts[status] += 1;
  return counts;
};

/** Result of a change with its error. */
export interface ChangeEnd {
  readonly status: ChangeStatus;
  readonly error?: string;
  /** Present when the mode or a freeze caused the skip. */
  readonly restrained?: true;
  /** Present when the platform refused the change because it does not offer it for the plan or cloud of the service. */
  readonly notOffered?: true;
}

export type ChangeResult = Change & ChangeEnd;

/** The end of a change alone. */
export const endOf = ({ status, error, restrained, notOffered }: ChangeEnd): ChangeEnd => ({
  status,
  ...(error === undefined ? {} : { error }),
  ...(restrained === undefined ? {} : { restrained }),
  ...(notOffered === undefined ? {} : { notOffered }),
});

/** Results of changes from how each of them ended; a change without an end has none. */
export const resultsOf = (changes: readonly Change[], ends: readonly ChangeEnd[]): ChangeResult[] =>
  changes.slice(0, ends.length).map((change, index) => ({ ...change, ...(ends[index] as ChangeEnd) }));
