import type { Budget } from '../model/policy-document.ts';
import { compilePatterns } from './glob.ts';

/**
 * The projects that must be looked at together when some are asked for: services that share a budget share its money, so
 * one project alone cannot tell what is left of it (design §9). Projects that share none stay out. A budget that names
 * no project may reach all of them.
 * @param all every project of the organization
 * @returns `asked` and what it is widened to, sorted
 */
export const widenScope = (budgets: readonly Budget[], all: readonly string[], asked: readonly string[]): string[] => {
  const reached = budgets.map(({ match }) => new Set(match.project ? all.filter(compilePatterns(match.project)) : all));
  const scope = new Set(asked);
  const open = new Set(reached);
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
