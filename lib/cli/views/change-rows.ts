import { type Change, type ChangeKind, gbOf, isDiskChange, subjectName } from '../../core/change/change.ts';
import { fromText } from '../../core/change/maximum-text.ts';
import { compositeKey, groupBy } from '../../core/model/grouping.ts';
import { reasonText } from '../../core/model/reason.ts';
import { optionChangeText } from '../../core/model/search-configuration.ts';

/** The changes of one service's disk in one phase belong together: that is what a person looks at. */
const byService = (changes: readonly Change[]): Change[][] => {
  const keyOf = (change: Change) =>
    compositeKey(change.phase, change.project, subjectName(change), isDiskChange(change));
  return [...groupBy(changes, keyOf).values()];
};

/** Of the changes of one service, the kind that says what they come to: the first of these. */
const telling: Readonly<Record<ChangeKind, number>> = {
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

/** What the writes of one service come to, in the words of the plan's closing line. */
const actionOf = (group: readonly Change[]): string => {
  const [first] = group.toSorted((a, b) => telling[a.kind] - telling[b.kind]);
  return first === undefined ? '' : actionBy(first);
};

/** Columns of a table of changes. */
export const changeHead: readonly string[] = ['phase', 'project', 'service', 'change', 'maximum GB', 'reason'];

const changeRow = (group: readonly Change[]): string[] => {
  const [first] = group;
  if (first === undefined) return [];
  const { phase, project } = first;
  const reason = reasonText(first.reasons);
  if (!isDiskChange(first)) {
    const what = [...first.members.map(optionChangeText), reason].join('; ');
    return [phase, project, first.service, 'search configuration', '', what];
  }
  const { fromGb, toGb, held } = gbOf(first);
  const maximum = fromGb === toGb && held === undefined ? `${toGb}` : `${fromText(gbOf(first))} → ${toGb}`;
  return [phase, project, subjectName(first), actionOf(group), maximum, reason];
};

/** One row for each service and phase, whatever the number of its writes; a search configuration has a row of its own. */
export const changeRows = (changes: readonly Change[]): string[][] => byService(changes).map(changeRow);

/** Changes by what they come to and the rule that asks for it, with the number of services. */
const counted = (changes: readonly Change[]): string[] => {
  const counts = new Map<string, number>();
  for (const group of byService(changes)) {
    const rule = group[0]?.rule ?? '';
    const what = `${actionOf(group)}${rule === '' ? '' : ` by rule "${rule}"`}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => `${count} × ${what}`);
};

/** What the next reconcile would do again to services that an undo changes, in one sentence. */
export const redoneText = (redone: readonly Change[]): string =>
  redone.length === 0
    ? 'The policy leaves this undone: the next reconcile does not change it again.'
    : `The next reconcile would do again: ${counted(redone).join(', ')}.`;
