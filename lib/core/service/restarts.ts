import type { Change } from '../model/change.ts';
import type { OptionChange } from '../model/search-configuration.ts';

const withMarks = (change: Change, members: readonly OptionChange[], restarting: ReadonlySet<string>): Change => {
  const named = members.map(({ path }) => path).filter((path) => restarting.has(path));
  if (named.length === 0) return change;
  return {
    ...change,
    reason: `${change.reason} Changing ${named.join(' and ')} restarts every instance of the service.`,
    members: members.map((member) => (restarting.has(member.path) ? { ...member, restarts: true } : member)),
  };
};

/**
 * Marks the options whose change restarts a service, whatever asks for the change: a baseline or an undo (spec.md §2.4).
 * @param restarting dotted names of such options
 */
export const withRestarts = (changes: readonly Change[], restarting: ReadonlySet<string>): Change[] =>
  changes.map((change) => (change.members === undefined ? change : withMarks(change, change.members, restarting)));

/** Services that the changes restart; each has at most one change of its search configuration. */
export const countRestarts = (changes: readonly Change[]): number =>
  changes.filter(({ members = [] }) => members.some(({ restarts }) => restarts)).length;
