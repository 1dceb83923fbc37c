import type { Change } from '../../core/model/change.ts';
import { compositeKey, groupBy } from '../../core/model/grouping.ts';
import { fromText } from '../../core/model/maximum-text.ts';
import { optionChangeText } from '../../core/model/search-configuration.ts';

/** The changes of one service's disk in one phase belong together: that is what a person looks at. */
const byService = (changes: readonly Change[]): Change[][] => {
  const keyOf = ({ phase, project, service, endpointName, members }: Change) =>
    compositeKey(phase, project, service || endpointName, members === undefined);
  return [...groupBy(changes, keyOf).values()];
};

/** What the writes of one service come to, in the words of the plan's closing line. */
const actionOf = (group: readonly Change[]): string => {
  if (group.some(({ members }) => members !== undefined)) return 'search configuration';
  const has = (kind: Change['kind']) => group.some((change) => change.kind === kind);
  if (has('create-integration')) return 'enable';
  if (has('update-endpoint')) return group.some(({ fromGb, toGb }) => toGb > fromGb) ? 'raise' : 'lower';
  return has('delete-integration') ? 'disable' : 'remove unused endpoint';
};

/** Columns of a table of changes. */
export const changeHead: readonly string[] = ['phase', 'project', 'service', 'change', 'maximum GB', 'reason'];

const changeRow = (group: readonly Change[]): string[] => {
  const [first] = group;
  if (first === undefined) return [];
  const { phase, project, service, endpointName, fromGb, toGb, held, reason, members } = first;
  if (members !== undefined) {
    return [phase, project, service, 'search configuration', '', [...members.map(optionChangeText), reason].join('; ')];
  }
  const maximum = fromGb === toGb && held === undefined ? `${toGb}` : `${fromText(first)} → ${toGb}`;
  return [phase, project, service || endpointName, actionOf(group), maximum, reason];
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
