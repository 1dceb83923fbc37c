import { dayMs } from '../../../lib/core/model/durations.ts';
import type { Scenario } from '../../../lib/platform/index.ts';
import { drawsOf } from '../engine/random.ts';
import { drawnScenario, type OrganizationSize } from '../organization/organization.ts';
import type { SimulatedBudget, SimulatedPolicy } from '../organization/policy.ts';

/**
 * A large organization in which Headroom has been at work for long: every service that the policy wants has its autoscaler,
 * so that a pass finds little to do. What happens is growth, and new services.
 */

/** GB of every maximum, where money and plan allow it. */
const maximumGb = 100;
/** Teams with a budget of ten projects each; projects beyond theirs have none. */
const mostBudgets = 20;
const projectsOfBudget = 10;
const hoursAMonth = 730;
/** US dollars a month for which some budgets have room beyond their present services: up to three new ones. */
const roomMonthly = 15;

const ignored = 'kafka';
const sizedTypes: readonly string[] = ['pg', 'mysql', 'engine', 'cassandra'];

/** Whether the policy wants an autoscaler for services of a type and plan, and the platform knows how large they are. */
export const isWanted = ({ type, plan }: { readonly type: string; readonly plan: string }): boolean =>
  sizedTypes.includes(type) && plan !== 'hobbyist-1';

type ScenarioProject = Scenario['projects'][number];

const settledProject = ({ name, tags, services = [] }: ScenarioProject): ScenarioProject => {
  const calm = services.map((service) => ({
    ...service,
    state: 'RUNNING' as const,
    growthGbPerDay: Math.min(service.growthGbPerDay ?? 0, 0.3),
    tags: {},
  }));
  const protectedOnes = calm.filter(isWanted);
  return {
    name,
    tags,
    services: calm,
    endpoints: protectedOnes.map((service) => ({ name: `headroom-${service.name}`, maxAdditionalGb: maximumGb })),
    integrations: protectedOnes.map((service) => ({ service: service.name, endpoint: `headroom-${service.name}` })),
  };
};

export const settledScenario = (seed: number, size: OrganizationSize): Scenario => {
  const drawn = drawnScenario(seed, size);
  return { ...drawn, projects: drawn.projects.map(settledProject) };
};

/** One rule for all, and budgets for some teams: some of them have no money left for a new service. */
export const settledPolicy = (seed: number, { projects, prices = [] }: Scenario): SimulatedPolicy => {
  const draws = drawsOf(seed, 'budgets');
  const hourly = new Map(prices.map(({ type, plan, additionalGb }) => [`${type} ${plan}`, Number(additionalGb ?? 0)]));
  const monthlyOf = ({ services = [], integrations = [] }: ScenarioProject) => {
    const ours = new Set(integrations.map(({ service }) => service));
    return services
      .filter(({ name }) => ours.has(name))
      .reduce((sum, { type, plan }) => sum + maximumGb * hoursAMonth * (hourly.get(`${type} ${plan}`) ?? 0), 0);
  };
  const budgets: SimulatedBudget[] = [];
  const inBudgets = projects.slice(0, mostBudgets * projectsOfBudget);
  for (let first = 0; first < inBudgets.length; first += projectsOfBudget) {
    const members = inBudgets.slice(first, first + projectsOfBudget);
    const monthly = members.reduce((sum, member) => sum + monthlyOf(member), 0);
    budgets.push({
      name: `team-${first / projectsOfBudget}`,
      projects: members.map(({ name }) => name),
      monthly: Math.ceil(monthly) + draws.below(4) * roomMonthly,
    });
  }
  const rule = { projects: null, maxAdditionalGb: maximumGb, priority: 1, weight: 1 };
  return {
    mode: 'enforce',
    rules: [
      { ...rule, name: 'brokers', types: [ignored], effect: 'ignore' },
      { ...rule, name: 'all', types: null, effect: 'enable' },
    ],
    budgets,
    needsApproval: false,
  };
};

/** A service that a team deletes. */
type Leaver = Newcomer;

/** The services that disappear on a day, of those that were there at the beginning. */
export const leaversOf = (
  seed: number,
  { day, startMs, perDay }: { readonly day: number; readonly startMs: number; readonly perDay: number },
  { projects }: Scenario,
): Leaver[] => {
  const draws = drawsOf(seed, 'leavers', day);
  const all = projects.flatMap(({ name, services = [] }) => services.map((service) => [name, service.name] as const));
  return Array.from({ length: Math.min(perDay, all.length) }, () => {
    const [project, service] = draws.one(all);
    return { atMs: startMs + day * dayMs + draws.below(dayMs), project, service };
  }).sort((a, b) => a.atMs - b.atMs);
};

/** A service that a team creates. */
export interface Newcomer {
  readonly atMs: number;
  readonly project: string;
  readonly service: string;
}

/** The new services of a day. */
export const newcomersOf = (
  seed: number,
  { day, startMs, perDay }: { readonly day: number; readonly startMs: number; readonly perDay: number },
  projects: readonly string[],
): Newcomer[] => {
  const draws = drawsOf(seed, 'newcomers', day);
  return Array.from({ length: perDay }, (_, place) => ({
    atMs: startMs + day * dayMs + draws.below(dayMs),
    project: draws.one(projects),
    service: `n${day}-${place}`,
  })).sort((a, b) => a.atMs - b.atMs);
};

/** The projects that share a budget with each: beyond them no law about a write compares anything. */
export const projectsAround = ({ budgets }: SimulatedPolicy) => {
  const members = new Map(budgets.flatMap(({ projects }) => projects.map((name) => [name, projects] as const)));
  return (project: string): readonly string[] => members.get(project) ?? [project];
};
