import type { HeldMaximum, Maximum } from '../model/model.ts';
import { because, type Reason, reasonText } from '../model/reason.ts';
import type { OptionChange } from '../model/search-configuration.ts';
import {
  type Change,
  type ChangeEnd,
  type ChangeKind,
  type ChangeResult,
  type FoundAt,
  gbOf,
  isDiskChange,
  type Motive,
  type Phase,
  type ProposedChange,
  type ProposedOf,
} from './change.ts';

/**
 * What a change writes, as it stands in JSON that people and programs read: in plans, plan files, reports and the store.
 * It is one flat record for every kind, and members that a kind does not have are empty.
 */
export interface ProposedChangeJson {
  readonly phase: Phase;
  readonly kind: ChangeKind;
  readonly project: string;
  /** Empty for the endpoint of a service that is gone. */
  readonly service: string;
  readonly fromGb: number;
  readonly toGb: number;
  readonly held?: HeldMaximum;
  /** Empty where no endpoint is concerned. */
  readonly endpointName: string;
  /** Null while the endpoint is still to be created, and where none is concerned. */
  readonly endpointId: string | null;
  /** Null for every kind but `delete-integration`. */
  readonly integrationId: string | null;
  /** Null for kinds that write no maximum. */
  readonly maximum: Maximum | null;
  /** Absent for every kind but `update-search-configuration`. */
  readonly members?: readonly OptionChange[];
}

/** A change in JSON. */
export type ChangeJson = ProposedChangeJson &
  Omit<Motive, 'reasons'> & {
    /** All reasons as one text. */
    readonly reason: string;
    /** Absent in what the version before wrote. */
    readonly reasons?: readonly Reason[];
  };

/** How a change ended, in JSON. */
export type ChangeResultJson = ChangeJson & ChangeEnd;

type OwnMembers = Pick<ProposedChangeJson, 'endpointId' | 'integrationId' | 'maximum'>;

/** Members that some kinds have and others have not. */
const ownMembers = (change: ProposedChange): OwnMembers => {
  const none: OwnMembers = { endpointId: null, integrationId: null, maximum: null };
  switch (change.kind) {
    case 'create-endpoint':
      return { ...none, maximum: change.maximum };
    case 'update-endpoint':
      return { ...none, endpointId: change.endpointId, maximum: change.maximum };
    case 'delete-endpoint':
    case 'create-integration':
      return { ...none, endpointId: change.endpointId };
    case 'delete-integration':
      return { ...none, endpointId: change.endpointId, integrationId: change.integrationId };
    case 'update-search-configuration':
      return none;
    default:
      return change satisfies never;
  }
};

/** What a change writes, in JSON; `motive` stands where every reader of JSON expects it. */
const flatten = <M extends { readonly budget?: string }>(change: ProposedChange, motive: M): ProposedChangeJson & M => {
  const { phase, kind, project } = change;
  const { fromGb, toGb, held } = isDiskChange(change) ? gbOf(change) : { fromGb: 0, toGb: 0, held: undefined };
  const { budget, ...why } = motive;
  return {
    phase,
    kind,
    project,
    service: change.service ?? '',
    fromGb,
    toGb,
    ...(held === undefined ? {} : { held }),
    ...why,
    endpointName: isDiskChange(change) ? change.endpointName : '',
    ...ownMembers(change),
    ...(budget === undefined ? {} : { budget }),
    ...(isDiskChange(change) ? {} : { members: change.members }),
  } as ProposedChangeJson & M;
};

/** What a change writes, in JSON, without why. */
export const proposedChangeJson = (change: ProposedChange): ProposedChangeJson => flatten(change, {});

/** Reasons as JSON gives them: what the version before wrote is one text. */
export const reasonsOf = ({ reason, reasons }: Pick<ChangeJson, 'reason' | 'reasons'>): readonly Reason[] =>
  reasons ?? because('unnamed', reason);

/** A change in JSON. */
export const changeJson = (change: Change): ChangeJson => {
  const { rule, reasons, budget } = change;
  return flatten(change, { rule, reason: reasonText(reasons), reasons, budget });
};

/** How a change ended, in JSON. */
export const changeResultJson = (result: ChangeResult): ChangeResultJson => {
  const { status, error, restrained } = result;
  return {
    ...changeJson(result),
    status,
    ...(error === undefined ? {} : { error }),
    ...(restrained === undefined ? {} : { restrained }),
  };
};

/** Reads a change of one kind, or names the member without which it could not be carried out. */
type Reader<K extends ChangeKind> = (json: ProposedChangeJson) => ProposedOf<K> | keyof ProposedChangeJson;

const diskOf = ({ project, service, endpointName }: ProposedChangeJson) => ({ project, service, endpointName });

const foundOf = ({ fromGb, held }: ProposedChangeJson): FoundAt => (held === undefined ? { fromGb } : { fromGb, held });

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
    return {
      ...diskOf(json),
      kind: 'delete-integration',
      phase: 'release',
      ...foundOf(json),
      endpointId,
      integrationId,
    };
  },
  'update-search-configuration': ({ project, service, members }) =>
    members === undefined
      ? 'members'
      : { project, service, kind: 'update-search-configuration', phase: 'grant', members },
};

/**
 * What a change in JSON writes.
 * @returns a string that names the member that is missing, where a change of its kind could not be carried out without it
 */
export const proposedChangeOf = (json: ProposedChangeJson): ProposedChange | string => {
  const read = readers[json.kind](json);
  return typeof read === 'string' ? `${json.kind} without ${read}` : read;
};
