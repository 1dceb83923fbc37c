import { type Change, type ChangeOf, isDiskChange } from '../change/change.ts';
import { because } from '../model/reason.ts';

const withMarks = (
  change: ChangeOf<'update-search-configuration'>,
  restarting: ReadonlySet<string>,
): ChangeOf<'update-search-configuration'> => {
  const named = change.members.map(({ path }) => path).filter((path) => restarting.has(path));
  if (named.length === 0) return change;
  return {
    ...change,
    reasons: [
      ...change.reasons,
      ...because('restart', `Changing ${named.join(' and ')} restarts every instance of the service.`),
    ],
    members: change.members.map((member) => (restarting.has(member.path) ? { ...member, restarts: true } : member)),
  };
};

/**
 * Marks the options whose change restarts a service, whatever asks for the change: a baseline or an undo (spec.md §2.4).
 * @param restarting dotted names of such options
 */
export const withRestarts = (changes: readonly Change[], restarting: ReadonlySet<string>): Change[] =>
  changes.map((change) => (isDiskChange(change) ? change : withMarks(change, restarting)));

/** Services that the changes restart; each has at most one change of its search configuration. */
export const countRestarts = (changes: readonly Change[]): number =>
  changes.filter((change) => !isDiskChange(change) && change.members.some(({ restarts }) => restarts)).length;
