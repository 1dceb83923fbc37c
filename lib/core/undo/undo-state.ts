import type { AuditedWrite } from '../audit/audit.ts';
import { attaches, createsEndpoint, deletesEndpoint, detaches, updatesEndpoint } from '../change/change.ts';
import type { HeldMaximum } from '../model/model.ts';
import type { Actual } from '../service/actual.ts';
import { isSameMaximum } from '../service/maximum.ts';

/** The autoscaler of one service; a member is undefined if a run did not touch it. */
export interface DiskState {
  /** The maximum of its endpoint, also as additional storage; null without an endpoint. */
  readonly endpoint?: { readonly maximum: HeldMaximum; readonly maxAdditionalGb: number | null } | null;
  readonly integrated?: boolean;
}

/** The state of one service before and after a run. */
export interface Passage {
  readonly before: DiskState;
  readonly after: DiskState;
}

const endpointIn = (state: AuditedWrite['before']): DiskState['endpoint'] =>
  state?.kind === 'endpoint' ? state : null;

const endpointsOf = (records: readonly AuditedWrite[]): Passage => {
  const present = records.filter((record) => createsEndpoint(record) || updatesEndpoint(record));
  const [first, last] = [present[0], present.at(-1)];
  if (first !== undefined && last !== undefined) {
    return { before: { endpoint: endpointIn(first.before) }, after: { endpoint: endpointIn(last.after) } };
  }
  const deleted = records.filter(deletesEndpoint);
  const detached = records.find(detaches);
  // If several were deleted, the service used the one of the deleted integration.
  const gone = deleted.find(({ endpointId }) => endpointId === detached?.endpointId) ?? deleted[0];
  return gone === undefined
    ? { before: {}, after: {} }
    : { before: { endpoint: endpointIn(gone.before) }, after: { endpoint: null } };
};

const integratedOf = (records: readonly AuditedWrite[]): Pick<DiskState, 'integrated'>[] => {
  if (records.some(attaches)) return [{ integrated: false }, { integrated: true }];
  if (records.some(detaches)) return [{ integrated: true }, { integrated: false }];
  return [{}, {}];
};

/** The effect of a run's writes on the autoscaler of one service; undefined without any. */
export const passageOf = (records: readonly AuditedWrite[]): Passage | undefined => {
  const endpoints = endpointsOf(records);
  const [before, after] = integratedOf(records);
  const passage = { before: { ...endpoints.before, ...before }, after: { ...endpoints.after, ...after } };
  return Object.keys(passage.before).length === 0 ? undefined : passage;
};

/** The current state: the attached endpoint, else an unused one of Headroom. */
export const stateNow = ({ attached, spare }: Actual): Required<DiskState> => ({
  endpoint: attached[0]?.endpoint ?? spare[0] ?? null,
  integrated: attached.length > 0,
});

const sameEndpoint = (endpoint: DiskState['endpoint'], other: DiskState['endpoint']): boolean =>
  endpoint == null || other == null ? endpoint === other : isSameMaximum(endpoint.maximum, other.maximum);

/** Whether the current state matches the defined members of a state. */
export const isState = (now: Required<DiskState>, { endpoint, integrated }: DiskState): boolean =>
  (endpoint === undefined || sameEndpoint(now.endpoint, endpoint)) &&
  (integrated === undefined || now.integrated === integrated);

/**
 * Whether every part of the current state equals the state before or after the run: an uncertain write, or a partial undo,
 * leaves a mixture of both.
 */
export const isBetween = (now: Required<DiskState>, { before, after }: Passage): boolean =>
  [before.endpoint, after.endpoint].some((endpoint) => isState(now, { endpoint })) &&
  [before.integrated, after.integrated].some((integrated) => isState(now, { integrated }));

const endpointText = (endpoint: DiskState['endpoint']): string => {
  if (endpoint === undefined) return '';
  return endpoint === null ? 'no endpoint of Headroom' : `a maximum of ${endpoint.maxAdditionalGb ?? '?'} GB`;
};

const integratedText = (integrated: boolean | undefined): string => {
  if (integrated === undefined) return '';
  return integrated ? 'the autoscaler on' : 'the autoscaler off';
};

/** A state as text for messages. */
export const stateText = ({ endpoint, integrated }: DiskState): string =>
  [endpointText(endpoint), integratedText(integrated)].filter((text) => text !== '').join(' and ');
