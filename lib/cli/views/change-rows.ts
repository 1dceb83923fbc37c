import type { Change } from '../../core/model/change.ts';
import { compositeKey, groupBy } from '../../core/model/grouping.ts';
import { fromText } from '../../core/model/maximum-text.ts';
import { optionChangeText } from '../../core/model/search-configuration.ts';

/** The changes of one service's disk in one phase belong together: that is what a person looks at. */
export const byService = (changes: readonly Change[]): Change[][] => {
  const keyOf = ({ phase, project, service, endpointName, members }: Change) =>
    compositeKey(phase, project, service || endpointName, members === undefined);
  return [...groupBy(changes, keyOf).values()];
};

/** What the writes of one service come to, in the words of the plan's closing line. */
export const actionOf = (group: readonly Change[]): string => {
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
