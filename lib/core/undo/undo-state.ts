import type { AuditedState, AuditedWrite } from '../audit/audit.ts';
import { attaches, deletesEndpoint, detaches, kindFacts } from '../change/change.ts';
import type { HeldMaximum, Service } from '../model/model.ts';
import { isSameValue, type OptionChange, type OptionValue, optionValueAt } from '../model/search-configuration.ts';
import type { Actual } from '../service/actual.ts';
import { isSameMaximum } from '../service/maximum.ts';

/** The autoscaler of one service; a member is undefined if a run did not touch it. */
export interface AutoscalerState {
  /** The maximum of its endpoint, also as additional storage; null without an endpoint. */
  readonly endpoint?: { readonly maximum: HeldMaximum; readonly maxAdditionalGb: number | null } | null;
  readonly integrated?: boolean;
}

/** The state of one service before and after a run. */
export interface Passage {
  readonly before: AutoscalerState;
  readonly after: AutoscalerState;
}

const endpointIn = (state: AuditedWrite['before']): AutoscalerState['endpoint'] =>
  state?.kind === 'endpoint' ? state : null;

/** The effect of a run's writes on the autoscaler of one service; undefined without any. */
export const passageOf = (records: readonly AuditedWrite[]): Passage | undefined => {
  const written = records.filter(({ kind }) => kindFacts[kind].endpoint !== 'none');
  const left = written.filter((record) => !deletesEndpoint(record));
  const use = records.find(attaches) ?? records.find(detaches);
  // If several were deleted, the service used the one of the deleted integration.
  const gone = written.find(({ endpointId }) => endpointId === use?.endpointId) ?? written[0];
  const [first, last] = left.length > 0 ? [left[0], left.at(-1)] : [gone, gone];
  if (first === undefined && use === undefined) return undefined;
  const stateIn = (side: 'before' | 'after', record: AuditedWrite | undefined): AutoscalerState => ({
    ...(record && { endpoint: endpointIn(record[side]) }),
    ...(use && { integrated: use[side] !== null }),
  });
  return { before: stateIn('before', first), after: stateIn('after', last) };
};

/** The current state: the attached endpoint, else an unused one of Headroom. */
export const stateNow = ({ attached, spare }: Actual): Required<AutoscalerState> => ({
  endpoint: attached[0]?.endpoint ?? spare[0] ?? null,
  integrated: attached.length > 0,
});

/** The parts in which the current state differs from a state that says them. */
export const differences = (
  now: Required<AutoscalerState>,
  { endpoint, integrated }: AutoscalerState,
): readonly (keyof AutoscalerState)[] => {
  const isOther =
    endpoint && now.endpoint ? !isSameMaximum(now.endpoint.maximum, endpoint.maximum) : now.endpoint !== endpoint;
  return [
    ...(endpoint !== undefined && isOther ? (['endpoint'] as const) : []),
    ...(integrated !== undefined && now.integrated !== integrated ? (['integrated'] as const) : []),
  ];
};

const endpointText = (endpoint: AutoscalerState['endpoint']): string => {
  if (endpoint === undefined) return '';
  return endpoint === null ? 'no endpoint of Headroom' : `a maximum of ${endpoint.maxAdditionalGb ?? '?'} GB`;
};

const integratedText = (integrated: boolean | undefined): string => {
  if (integrated === undefined) return '';
  return integrated ? 'the autoscaler on' : 'the autoscaler off';
};

/** A state as text for messages. */
export const stateText = ({ endpoint, integrated }: AutoscalerState): string =>
  [endpointText(endpoint), integratedText(integrated)].filter((text) => text !== '').join(' and ');

/** The option changes that undo a run, and sentences on the options that cannot be restored. */
interface SearchUndo {
  readonly members: readonly OptionChange[];
  readonly problems: readonly string[];
}

const optionsIn = (state: AuditedState): Readonly<Record<string, OptionValue>> =>
  state?.kind === 'search-configuration' ? state.options : {};

/** Whether the service shows the value that the run set, or the platform's lowered value of it (spec.md §2.4). */
const isUnchanged = ({ lowered = [] }: Service, path: string, written: OptionValue, now: OptionValue): boolean =>
  isSameValue(now, written) ||
  lowered.some((option) => option.path === path && option.asked === written && option.got === now);

/**
 * Compares the options that a run set with what the service shows now. The platform refuses the whole change if it unsets
 * an option that lasts, so such an option stays.
 * @param lastingOptions dotted names of the options that cannot be unset
 */
export const undoSearch = (service: Service, record: AuditedWrite, lastingOptions: ReadonlySet<string>): SearchUndo => {
  const shown = service.searchConfiguration;
  if (shown === undefined || shown === null) {
    return { members: [], problems: ['The platform does not show the search configuration, so it stays unchanged.'] };
  }
  const [before, after] = [optionsIn(record.before), optionsIn(record.after)];
  const members: OptionChange[] = [];
  const problems: string[] = [];
  for (const [path, was] of Object.entries(before)) {
    const now = optionValueAt(shown, path);
    if (isSameValue(now, was)) continue;
    if (was === null && lastingOptions.has(path))
      problems.push(
        `Option ${path} was not set before the run and cannot be unset, so it stays ${JSON.stringify(now)}.`,
      );
    else if (isUnchanged(service, path, after[path] ?? null, now)) members.push({ path, from: now, to: was });
    else problems.push(`Option ${path} was changed after the run, so it stays unchanged.`);
  }
  if (members.length === 0 || service.state === 'RUNNING') return { members, problems };
  const problem = `The service is in state ${service.state}; its search configuration can change only in state RUNNING.`;
  return { members: [], problems: [problem] };
};
