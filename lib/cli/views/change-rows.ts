import { type Change, type ChangeKind, gbOf, isDiskChange, type Phase, subjectName } from '../../core/change/change.ts';
import { fromText } from '../../core/change/maximum-text.ts';
import { compositeKey, groupBy } from '../../core/model/grouping.ts';
import { reasonText } from '../../core/model/reason.ts';
import { optionChangeText } from '../../core/model/search-configuration.ts';

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

/** Columns of a table of changes. */
export const changeHead: readonly string[] = ['phase', 'project', 'service', 'change', 'maximum GB', 'reason'];

/** One row per service and phase, with a separate row for a search configuration. */
export const changeRows = (changes: readonly Change[]): string[][] =>
  changedServices(changes).map(({ phase, project, service, action, maximum, reason }) => [
    phase,
    project,
    service,
    action,
    maximum,
    reason,
  ]);

/** Number of services per action and rule. */
const counted = (changes: readonly Change[]): string[] => {
  const counts = new Map<string, number>();
  for (const { action, rule } of changedServices(changes)) {
    const text = `${action}${rule === '' ? '' : ` by rule "${rule}"`}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([action, count]) => `${count} × ${action}`);
};

/** The changes that the next reconcile would repeat after an undo, in one sentence. */
export const redoneText = (redone: readonly Change[]): string =>
  redone.length === 0
    ? 'The next reconcile does not repeat these changes.'
    : `The next reconcile would repeat: ${counted(redone).join(', ')}.`;
