import type { Policy } from '../model/policy-document.ts';
import { compileFirstMatch } from './first-match.ts';
import { compilePatterns } from './glob.ts';
import type { Subject } from './selector.ts';

type Budgeting = Pick<Policy, 'budgets'>;

/** Compiles a function that returns the name of a service's budget; null for none. */
export const compileBudgets = ({ budgets }: Budgeting): ((subject: Subject) => string | null) => {
  const firstOf = compileFirstMatch(budgets.map(({ match }) => match));
  return (subject) => budgets[firstOf(subject)]?.name ?? null;
};

/**
 * Compiles a function that returns the budgets to which services of a project may belong, whatever services it has: a
 * budget of projects alone takes all of them, so that the later ones get none.
 */
export const compileProjectBudgets = ({ budgets }: Budgeting): ((project: string) => ReadonlySet<string>) => {
  const scopes = budgets.map(({ name, match: { project, ...others } }) => ({
    name,
    accepts: compilePatterns(project ?? ['*']),
    takesAll: Object.values(others).every((condition) => condition === undefined),
  }));
  return (project) => {
    const reached = scopes.filter(({ accepts }) => accepts(project));
    const last = reached.findIndex(({ takesAll }) => takesAll);
    return new Set(reached.slice(0, last < 0 ? undefined : last + 1).map(({ name }) => name));
  };
};

/**
 * Widens requested projects to all that share a budget with them: one project alone does not show how much of a budget is
 * available (design §9). Projects without a shared budget stay out. A budget without a project pattern can cover all
 * projects.
 * @param all every project of the organization
 * @returns `requested` and the added projects, sorted
 */
export const widenScope = ({ budgets }: Budgeting, all: readonly string[], requested: readonly string[]): string[] => {
  const covered = budgets.map(({ match }) => new Set(all.filter(compilePatterns(match.project ?? ['*']))));
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
