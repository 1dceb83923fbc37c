import { reasonText } from '../model/decision.ts';
import { compositeKey, groupBy, type ServiceName } from '../model/grouping.ts';
import { optionChangeText } from '../model/search-configuration.ts';
import { wholeGb } from '../model/sizes.ts';
import {
  attaches,
  type Change,
  type ChangeKind,
  deletesEndpoint,
  detaches,
  gbOf,
  grows,
  isDiskChange,
  isSearchChange,
  kindFacts,
  type Phase,
  subjectKey,
  subjectName,
  updatesEndpoint,
} from './change.ts';
import { fromText } from './maximum-text.ts';

/** Groups the changes of one service's disk in one phase, because users read them as one. */
const byService = (changes: readonly Change[]): Change[][] => {
  const keyOf = (change: Change) =>
    compositeKey(change.phase, change.project, subjectName(change), kindFacts[change.kind].about);
  return [...groupBy(changes, keyOf).values()];
};

/** Precedence of the kinds: the first kind among the changes of a service names the whole group. */
const precedence: Readonly<Record<ChangeKind, number>> = {
  'update-search-configuration': 0,
  'create-integration': 1,
  'update-endpoint': 2,
  'delete-integration': 3,
  'delete-endpoint': 4,
  'create-endpoint': 5,
  'adopt-endpoint': 6,
  'return-endpoint': 7,
  'resize-disk': 8,
};

const fromGbOf = (change: Change): number => (isDiskChange(change) ? gbOf(change).fromGb : 0);

/** The change that names a group; of several autoscalers the one with the largest maximum, which limits the disk. */
const leadOf = (group: readonly Change[]): Change | undefined =>
  group.toSorted((a, b) => precedence[a.kind] - precedence[b.kind] || fromGbOf(b) - fromGbOf(a))[0];

/** Whether a change concerns an object beside the autoscaler that the service keeps or gets, so that its GB do not count. */
type IsSurplus = (change: Change) => boolean;

/** Unused endpoints, endpoints to which the plan will attach a service, and the surplus one of two autoscalers. */
const surplusIn = (changes: readonly Change[]): IsSurplus => {
  const enabled = new Set(changes.filter(attaches).map(subjectKey));
  return (change) =>
    deletesEndpoint(change) ||
    (updatesEndpoint(change) && enabled.has(subjectKey(change))) ||
    (detaches(change) && change.reasons[0]?.source === 'left-over');
};

const actionBy = (change: Change, isSurplus: IsSurplus): string => {
  switch (change.kind) {
    case 'update-search-configuration':
      return 'search configuration';
    case 'create-endpoint':
    case 'create-integration':
      return 'enable';
    case 'update-endpoint':
      if (isSurplus(change)) return 'change unused endpoint';
      return change.toGb > change.fromGb ? 'raise' : 'lower';
    case 'delete-integration':
      return isSurplus(change) ? 'remove surplus autoscaler' : 'disable';
    case 'delete-endpoint':
      return 'remove unused endpoint';
    case 'adopt-endpoint':
      return 'adopt';
    case 'return-endpoint':
      return 'give back';
    case 'resize-disk':
      return grows(change) ? 'grow' : 'reclaim';
    default:
      return change satisfies never;
  }
};

/** The changes of one service in one phase as users read them; a search configuration is a row of its own. */
export interface ChangedService extends ServiceName {
  /** Whether `service` is the name of an endpoint that a deleted service left behind. */
  readonly isLeftOver?: true;
  readonly phase: Phase;
  /** Net effect of the writes, in the words of the plan's last line. */
  readonly action: string;
  /** Maximums before and after, or sizes of a disk that is resized; empty for a search configuration. */
  readonly maximum: string;
  /** GB that it adds to the sum of all maximums, as in the summary of the plan. */
  readonly gb: number;
  readonly rule: string;
  readonly reason: string;
}

const changedService = (group: readonly Change[], isSurplus: IsSurplus): ChangedService[] => {
  const lead = leadOf(group);
  if (lead === undefined) return [];
  const { phase, project, rule } = lead;
  const action = actionBy(lead, isSurplus);
  const reason = reasonText(lead.reasons);
  if (isSearchChange(lead)) {
    const details = [...lead.members.map(optionChangeText), reason].join('; ');
    return [{ phase, project, service: lead.service, action, maximum: '', gb: 0, rule, reason: details }];
  }
  if (!isDiskChange(lead)) {
    // No maximum changes, so that the sum of all maximums stays.
    const disk = `disk ${wholeGb(lead.fromMb)} → ${wholeGb(lead.toMb)}`;
    return [{ phase, project, service: lead.service, action, maximum: disk, gb: 0, rule, reason }];
  }
  const { fromGb, toGb, held } = gbOf(lead);
  const maximum = fromGb === toGb && held === undefined ? `${toGb}` : `${fromText(gbOf(lead))} → ${toGb}`;
  const gb = isSurplus(lead) ? 0 : toGb - fromGb;
  const leftOver = lead.service === null && ({ isLeftOver: true } as const);
  return [{ phase, project, service: subjectName(lead), ...leftOver, action, maximum, gb, rule, reason }];
};

/** One per service and phase. */
export const changedServices = (changes: readonly Change[]): ChangedService[] => {
  const isSurplus = surplusIn(changes);
  return byService(changes).flatMap((group) => changedService(group, isSurplus));
};
