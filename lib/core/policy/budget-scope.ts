import type { Budget } from '../model/policy-document.ts';
import { compilePatterns } from './glob.ts';

/**
 * Widens requested projects to all that share a budget with them: one project alone does not show how much of a budget is
 * available (design §9). Projects without a shared budget stay out. A budget without a project pattern can cover all
 * projects.
 * @param all every project of the organization
 * @returns `requested` and the added projects, sorted
 */
export const widenScope = (
  budgets: readonly Budget[],
  all: readonly string[],
  requested: readonly string[],
): string[] => {
  const covered = budgets.map(({ match }) => new Set(match.project ? all.filter(compilePatterns(match.project)) : all));
  const scope = new Set(requested);
  const open = new Set(covered);
  let before: number;
  do {
    before = open.size;
    for (const projects of open) {
      if (![...projects].some((project) => scope.has(project))) continue;
      for (const project of projects) scope.add(project);
      open.delete(projects);
    }
  } while (open.size < before);
  return [...scope].sort();
};
