import type { AuditRecord } from '../audit/audit.ts';
import { attaches, detaches } from '../change/change.ts';
import type { HeldMaximum } from '../model/model.ts';
import type { Actual } from '../service/actual.ts';

/** What a service has of the autoscaler; a member is undefined where a run did not touch it. */
export interface DiskState {
  /** The maximum of its endpoint, and what that comes to as additional storage; null when it has none. */
  readonly endpoint?: { readonly maximum: HeldMaximum; readonly maxAdditionalGb: number | null } | null;
  readonly integrated?: boolean;
}

/** What a run found of one service, and what it left. */
export interface Passage {
  readonly before: DiskState;
  readonly after: DiskState;
}

type Endpoints = Pick<Passage, 'before' | 'after'>;

const endpointIn = (state: AuditRecord['before']): DiskState['endpoint'] => (state?.kind === 'endpoint' ? state : null);

const endpointsOf = (records: readonly AuditRecord[]): Endpoints => {
  const kept = records.filter(({ kind }) => kind === 'create-endpoint' || kind === 'update-endpoint');
  const [first, last] = [kept[0], kept.at(-1)];
  if (first !== undefined && last !== undefined) {
    return { before: { endpoint: endpointIn(first.before) }, after: { endpoint: endpointIn(last.after) } };
  }
  const deleted = records.filter(({ kind }) => kind === 'delete-endpoint');
  const untied = records.find(detaches);
  // Of several that were deleted, the one that the service used.
  const gone = deleted.find(({ endpointId }) => endpointId === untied?.endpointId) ?? deleted[0];
  return gone === undefined
    ? { before: {}, after: {} }
    : { before: { endpoint: endpointIn(gone.before) }, after: { endpoint: null } };
};

const integratedOf = (records: readonly AuditRecord[]): Pick<DiskState, 'integrated'>[] => {
  if (records.some(attaches)) return [{ integrated: false }, { integrated: true }];
  if (records.some(detaches)) return [{ integrated: true }, { integrated: false }];
  return [{}, {}];
};

/** What the writes of a run did to the autoscaler of one service; undefined when they did not concern it. */
export const passageOf = (records: readonly AuditRecord[]): Passage | undefined => {
  const endpoints = endpointsOf(records);
  const [before, after] = integratedOf(records);
  const passage = { before: { ...endpoints.before, ...before }, after: { ...endpoints.after, ...after } };
  return Object.keys(passage.before).length === 0 ? undefined : passage;
};

/** What the service has now: the endpoint that it uses, else one of ours that none uses. */
export const stateNow = ({ attached, spare }: Actual): Required<DiskState> => ({
  endpoint: attached[0]?.endpoint ?? spare[0] ?? null,
  integrated: attached.length > 0,
});

const sameEndpoint = (one: DiskState['endpoint'], other: DiskState['endpoint']): boolean =>
  one == null || other == null
    ? one === other
    : one.maximum.kind === other.maximum.kind && one.maximum.gb === other.maximum.gb;

/** Whether what is there now is that state, as far as it speaks. */
export const isState = (now: Required<DiskState>, { endpoint, integrated }: DiskState): boolean =>
  (endpoint === undefined || sameEndpoint(now.endpoint, endpoint)) &&
  (integrated === undefined || now.integrated === integrated);

/**
 * Whether every part of what is there now is as the run found it or as it left it: a write that may not have been done,
 * or that was undone already, leaves a mixture of both.
 */
export const isBetween = (now: Required<DiskState>, { before, after }: Passage): boolean =>
  [before.endpoint, after.endpoint].some((endpoint) => isState(now, { endpoint })) &&
  [before.integrated, after.integrated].some((integrated) => isState(now, { integrated }));

const endpointText = (endpoint: DiskState['endpoint']): string => {
  if (endpoint === undefined) return '';
  return endpoint === null ? 'no endpoint of ours' : `a maximum of ${endpoint.maxAdditionalGb ?? '?'} GB`;
};

const integratedText = (integrated: boolean | undefined): string => {
  if (integrated === undefined) return '';
  return integrated ? 'the autoscaler on' : 'the autoscaler off';
};

/** A state in words for people. */
export const stateText = ({ endpoint, integrated }: DiskState): string =>
  [endpointText(endpoint), integratedText(integrated)].filter((text) => text !== '').join(' and ');
