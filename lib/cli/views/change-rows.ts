import { type Change, type ChangeKind, gbOf, isDiskChange, subjectName } from '../../core/model/change.ts';
import { fromText } from '../../core/model/maximum-text.ts';
import { reasonText } from '../../core/model/reason.ts';
import { optionChangeText } from '../../core/model/search-configuration.ts';

/** The changes of one service's disk in one phase belong together: that is what a person looks at. */
export const byService = (changes: readonly Change[]): Change[][] => {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const key = JSON.stringify([change.phase, change.project, subjectName(change), isDiskChange(change)]);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()];
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
export const actionOf = (group: readonly Change[]): string => {
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
