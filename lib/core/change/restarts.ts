import { because } from '../model/decision.ts';
import { type Change, type ChangeOf, isSearchChange } from './change.ts';

const withMarks = (
  change: ChangeOf<'update-search-configuration'>,
  restarting: ReadonlySet<string>,
): ChangeOf<'update-search-configuration'> => {
  const paths = change.members.map(({ path }) => path).filter((path) => restarting.has(path));
  if (paths.length === 0) return change;
  return {
    ...change,
    reasons: [
      ...change.reasons,
      ...because('restart', `Changing ${paths.join(' and ')} restarts every instance of the service.`),
    ],
    members: change.members.map((member) => (restarting.has(member.path) ? { ...member, restarts: true } : member)),
  };
};

/**
 * Marks options whose change restarts the service, for baselines and undo (spec.md §2.4).
 * @param restarting dotted paths of such options
 */
export const withRestarts = (changes: readonly Change[], restarting: ReadonlySet<string>): Change[] =>
  changes.map((change) => (isSearchChange(change) ? withMarks(change, restarting) : change));
