import { reasonText } from '../model/decision.ts';
import type { HeldMaximum, Maximum } from '../model/model.ts';
import type { OptionChange } from '../model/search-configuration.ts';
import { mbPerGb } from '../model/sizes.ts';
import {
  type Change,
  type ChangeEnd,
  type ChangeKind,
  type ChangeResult,
  endOf,
  type FoundAt,
  gbOf,
  isDiskChange,
  isSearchChange,
  type Motive,
  type Phase,
  type ProposedChange,
  type ProposedOf,
  resizes,
  type Waits,
} from './change.ts';

/**
 * What a change writes, in the JSON of plans, plan files, reports and the store: one flat record for all kinds, in which
 * members that a kind does not have are empty.
 */
export interface ProposedChangeJson {
  readonly phase: Phase;
  readonly kind: ChangeKind;
  readonly project: string;
  /** Empty for the endpoint of a deleted service. */
  readonly service: string;
  readonly fromGb: number;
  readonly toGb: number;
  readonly held?: HeldMaximum;
  /** Empty for kinds without an endpoint. */
  readonly endpointName: string;
  /** Null while the endpoint is not created yet, and for kinds without an endpoint. */
  readonly endpointId: string | null;
  /** Null for every kind but `delete-integration`. */
  readonly integrationId: string | null;
  /** Null for kinds that write no maximum. */
  readonly maximum: Maximum | null;
  /** Absent for every kind but `update-search-configuration`. */
  readonly members?: readonly OptionChange[];
  /** Whole disk in MB, before and after; absent for every kind but `resize-disk`. */
  readonly disk?: { readonly fromMb: number; readonly toMb: number };
}

type MotiveJson = Omit<Motive, 'waits'> & {
  /** All reasons as one text. */
  readonly reason: string;
  /** Why it waits for an approval; null if it does not. */
  readonly waits: Waits | null;
};

/** A change in JSON. */
export type ChangeJson = ProposedChangeJson & MotiveJson;

/** A change in the store. */
export type StoredChangeJson = ProposedChangeJson & Motive;

/** The result of a change, in JSON. */
export type ChangeResultJson = ChangeJson & ChangeEnd;

/** Additional storage of a disk change, the whole disk of one that is resized; 0 for search options. */
const sizesOf = (change: ProposedChange): ReturnType<typeof gbOf> => {
  if (isDiskChange(change)) return gbOf(change);
  return resizes(change) ? { fromGb: change.fromMb / mbPerGb, toGb: change.toMb / mbPerGb } : { fromGb: 0, toGb: 0 };
};

/** What a change writes, in JSON, without its motive; members that are undefined do not appear in the text. */
export const proposedChangeJson = (change: ProposedChange): ProposedChangeJson => {
  const { fromGb, toGb, held } = sizesOf(change);
  return {
    phase: change.phase,
    kind: change.kind,
    project: change.project,
    service: change.service ?? '',
    fromGb,
    toGb,
    held,
    endpointName: isDiskChange(change) ? change.endpointName : '',
    endpointId: 'endpointId' in change ? change.endpointId : null,
    integrationId: 'integrationId' in change ? change.integrationId : null,
    maximum: 'maximum' in change ? change.maximum : null,
    members: isSearchChange(change) ? change.members : undefined,
    disk: resizes(change) ? { fromMb: change.fromMb, toMb: change.toMb } : undefined,
  };
};

/**
 * Member by member, in the order of the format: a plan has thousands of changes, and copies of an object without some of its
 * members take most of the time in which a plan is stored.
 */
const changeWith = <R, W>(change: Change, reason: R, waits: W) => {
  const json = proposedChangeJson(change);
  return {
    phase: json.phase,
    kind: json.kind,
    project: json.project,
    service: json.service,
    fromGb: json.fromGb,
    toGb: json.toGb,
    held: json.held,
    rule: change.rule,
    reason,
    reasons: change.reasons,
    endpointName: json.endpointName,
    endpointId: json.endpointId,
    integrationId: json.integrationId,
    maximum: json.maximum,
    budget: change.budget,
    approval: change.approval,
    waits,
    members: json.members,
    disk: json.disk,
  };
};

/** A change in JSON. */
export const changeJson = (change: Change): ChangeJson =>
  changeWith(change, reasonText(change.reasons), change.waits ?? null);

/** A change as the store has it: what its reasons say as one text follows from them. */
export const storedChangeJson = (change: Change): StoredChangeJson => changeWith(change, undefined, change.waits);

/** The result of a change, in JSON. */
export const changeResultJson = (result: ChangeResult): ChangeResultJson => ({
  ...changeJson(result),
  ...endOf(result),
});

/** Reads a change of one kind, or returns the name of a required member that is missing. */
type Reader<K extends ChangeKind> = (json: ProposedChangeJson) => ProposedOf<K> | keyof ProposedChangeJson;

const diskOf = ({ project, service, endpointName }: ProposedChangeJson) => ({ project, service, endpointName });

const foundOf = ({ fromGb, held }: ProposedChangeJson): FoundAt => (held === undefined ? { fromGb } : { fromGb, held });

const handoverOf =
  <K extends 'adopt-endpoint' | 'return-endpoint'>(kind: K) =>
  (json: ProposedChangeJson) => {
    const { toGb, endpointId, maximum } = json;
    if (maximum === null) return 'maximum';
    if (endpointId === null) return 'endpointId';
    return { ...diskOf(json), kind, phase: 'grant', toGb, endpointId, maximum } as const;
  };

const readers: { readonly [K in ChangeKind]: Reader<K> } = {
  'create-endpoint': (json) => {
    const { toGb, maximum } = json;
    if (maximum === null) return 'maximum';
    return { ...diskOf(json), kind: 'create-endpoint', phase: 'grant', toGb, maximum };
  },
  'update-endpoint': (json) => {
    const { phase, toGb, endpointId, maximum } = json;
    if (maximum === null) return 'maximum';
    if (endpointId === null) return 'endpointId';
    return { ...diskOf(json), kind: 'update-endpoint', phase, ...foundOf(json), toGb, endpointId, maximum };
  },
  'delete-endpoint': (json) => {
    const { service, endpointId } = json;
    if (endpointId === null) return 'endpointId';
    const disk = { ...diskOf(json), service: service === '' ? null : service };
    return { ...disk, kind: 'delete-endpoint', phase: 'release', ...foundOf(json), endpointId };
  },
  'create-integration': (json) => {
    const { toGb, endpointId } = json;
    return { ...diskOf(json), kind: 'create-integration', phase: 'grant', toGb, endpointId };
  },
  'delete-integration': (json) => {
    const { endpointId, integrationId } = json;
    if (endpointId === null) return 'endpointId';
    if (integrationId === null) return 'integrationId';
    const object = { ...foundOf(json), endpointId, integrationId };
    return { ...diskOf(json), kind: 'delete-integration', phase: 'release', ...object };
  },
  'adopt-endpoint': handoverOf('adopt-endpoint'),
  'return-endpoint': handoverOf('return-endpoint'),
  'update-search-configuration': ({ project, service, members }) =>
    members === undefined
      ? 'members'
      : { project, service, kind: 'update-search-configuration', phase: 'grant', members },
  'resize-disk': ({ project, service, phase, disk }) =>
    disk === undefined ? 'disk' : { project, service, kind: 'resize-disk', phase, ...disk },
};

/**
 * Reads what a change in JSON writes.
 * @returns a string that names the kind and its missing member when a required member is missing
 */
export const proposedChangeOf = (json: ProposedChangeJson): ProposedChange | string => {
  const read = readers[json.kind](json);
  return typeof read === 'string' ? `${json.kind} without ${read}` : read;
};
