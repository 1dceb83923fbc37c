import { compositeKey, groupBy } from '../model/grouping.ts';
import { reasonText } from '../model/reason.ts';
import { optionChangeText } from '../model/search-configuration.ts';
import { type Change, type ChangeKind, gbOf, isDiskChange, type Phase, subjectName } from './change.ts';
import { fromText } from './maximum-text.ts';

/** Groups the changes of one service's disk in one phase, because users read them as one. */
const byService = (changes: readonly Change[]): Change[][] => {
  const keyOf = (change: Change) =>
    compositeKey(change.phase, change.project, subjectName(change), isDiskChange(change));
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
};

const actionBy = (change: Change): string => {
  switch (change.kind) {
    case 'update-search-configuration':
      return 'search configuration';
    case 'create-endpoint':
    case 'create-integration':
      return 'enable';
    case 'update-endpoint':
      return change.toGb > change.fromGb ? 'raise' : 'lower';
    case 'delete-integration':
      return 'disable';
    case 'delete-endpoint':
      return 'remove unused endpoint';
    case 'adopt-endpoint':
      return 'adopt';
    case 'return-endpoint':
      return 'give back';
    default:
      return change satisfies never;
  }
};

/** Net effect of the writes of one service, in the words of the plan's last line. */
const actionOf = (group: readonly Change[]): string => {
  const [first] = group.toSorted((a, b) => precedence[a.kind] - precedence[b.kind]);
  return first === undefined ? '' : actionBy(first);
};

/** The changes of one service in one phase as users read them; a search configuration is a row of its own. */
export interface ChangedService {
  readonly phase: Phase;
  readonly project: string;
  readonly service: string;
  readonly action: string;
  /** Maximums before and after; empty for a search configuration. */
  readonly maximum: string;
  /** Difference of the maximums in GB. */
  readonly gb: number;
  readonly rule: string;
  readonly reason: string;
}

const changedService = (group: readonly Change[]): ChangedService[] => {
  const [first] = group;
  if (first === undefined) return [];
  const { phase, project, rule } = first;
  const reason = reasonText(first.reasons);
  if (!isDiskChange(first)) {
    const details = [...first.members.map(optionChangeText), reason].join('; ');
    const { service } = first;
    return [{ phase, project, service, action: actionBy(first), maximum: '', gb: 0, rule, reason: details }];
  }
  const { fromGb, toGb, held } = gbOf(first);
  const maximum = fromGb === toGb && held === undefined ? `${toGb}` : `${fromText(gbOf(first))} → ${toGb}`;
  const action = actionOf(group);
  return [{ phase, project, service: subjectName(first), action, maximum, gb: toGb - fromGb, rule, reason }];
};

/** One per service and phase. */
export const changedServices = (changes: readonly Change[]): ChangedService[] =>
  byService(changes).flatMap(changedService);
