import { groupBy } from '../model/grouping.ts';
import type { Policy, Selector } from '../model/policy-document.ts';
import { compileFirstMatch } from './first-match.ts';
import { compilePatterns } from './glob.ts';
import type { Subject } from './selector.ts';

type Budgeting = Pick<Policy, 'budgets' | 'includes'>;

/** A budget and services that belong to it unless an earlier membership matches them. */
interface BudgetMembership {
  readonly budget: string;
  readonly match: Selector;
}

/**
 * All memberships in their order: the projects of includes come first, so that no tag moves a service of a team to another
 * budget than the organization gives the team.
 */
export const membershipsOf = ({ budgets, includes = [] }: Budgeting): BudgetMembership[] => [
  ...includes.flatMap(({ budget, projects }) =>
    budget === undefined ? [] : [{ budget, match: { project: projects } }],
  ),
  ...budgets.map(({ name, match }) => ({ budget: name, match })),
];

/** Compiles a function that returns the name of a service's budget; null for none. */
export const compileBudgets = (policy: Budgeting): ((subject: Subject) => string | null) => {
  const memberships = membershipsOf(policy);
  const firstOf = compileFirstMatch(memberships.map(({ match }) => match));
  return (subject) => memberships[firstOf(subject)]?.budget ?? null;
};

/**
 * Compiles a function that returns the budgets to which services of a project may belong, whatever services it has: a
 * membership of projects alone takes all of them, so that the later ones get none.
 */
export const compileProjectBudgets = (policy: Budgeting): ((project: string) => ReadonlySet<string>) => {
  const memberships = membershipsOf(policy).map(({ budget, match: { project, ...others } }) => ({
    budget,
    accepts: compilePatterns(project ?? ['*']),
    takesAll: Object.values(others).every((condition) => condition === undefined),
  }));
  return (project) => {
    const reached = memberships.filter(({ accepts }) => accepts(project));
    const last = reached.findIndex(({ takesAll }) => takesAll);
    return new Set(reached.slice(0, last < 0 ? undefined : last + 1).map(({ budget }) => budget));
  };
};

/**
 * Widens requested projects to all that share a budget with them: one project alone does not show how much of a budget is
 * available (design §9). Projects without a shared budget stay out. A budget without a project pattern can cover all
 * projects.
 * @param all every project of the organization
 * @returns `requested` and the added projects, sorted
 */
export const widenScope = (policy: Budgeting, all: readonly string[], requested: readonly string[]): string[] => {
  const covered = [...groupBy(membershipsOf(policy), ({ budget }) => budget).values()].map((ofBudget) => {
    const matchers = ofBudget.map(({ match }) => compilePatterns(match.project ?? ['*']));
    return new Set(all.filter((name) => matchers.some((matches) => matches(name))));
  });
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
