import type { Scenario } from '../../emulator/scenario/scenario.ts';
import { type Draws, drawsOf } from '../engine/random.ts';
import type { SimulatedPolicy, SimulatedRule } from './policy.ts';

/** How large an organization to draw. */
export interface OrganizationSize {
  readonly projects: number;
  readonly services: number;
}

type ScenarioProject = Scenario['projects'][number];
type ScenarioService = NonNullable<ScenarioProject['services']>[number];

const cloud = 'cloud-a';

export const plans = [
  { type: 'pg', name: 'startup-4', diskGb: 80, capGb: 400, stepGb: 10 },
  { type: 'pg', name: 'business-8', nodeCount: 2, diskGb: 160, capGb: 800, stepGb: 20 },
  { type: 'pg', name: 'hobbyist-1', diskGb: 8, dynamicSizing: false },
  { type: 'mysql', name: 'startup-4', diskGb: 80, capGb: 400, stepGb: 10 },
  { type: 'kafka', name: 'business-4', nodeCount: 3, diskGb: 180, capGb: 900, stepGb: 30 },
  { type: 'engine', name: 'startup-4', diskGb: 80, capGb: 400, stepGb: 10 },
  { type: 'cassandra', name: 'startup-4', nodeCount: 3, diskGb: 150, capGb: 750, stepGb: 30 },
  { type: 'valkey', name: 'startup-4', diskGb: 20, dynamicSizing: false },
] as const;

/** US dollars an hour for a GB beyond the plan; the second type has none, so its price is the policy's, which is none. */
const hourly: Readonly<Record<string, string>> = {
  pg: '0.000205',
  mysql: '0.000219',
  kafka: '0.000192',
  engine: '0.000205',
  cassandra: '0.000411',
};

/** Plans that services are drawn from: those of one disk are rare. */
const drawnPlans = [...plans.filter(({ name }) => name !== 'hobbyist-1'), ...plans.filter(({ type }) => type === 'pg')];

const growths = [0, 0, 0.1, 0.3, 0.8, 2, 6, 15] as const;

const tagsOf = (draws: Draws): Record<string, string> => {
  const kind = draws.below(12);
  if (kind === 0) return { 'disk-autoscaler': 'off' };
  if (kind === 1) return { 'disk-autoscaler-max-gb': String(draws.between(0, 200)) };
  if (kind === 2) return { 'disk-autoscaler-exempt': '2026-04-15' };
  return draws.chance(0.5) ? { team: draws.one(['orders', 'search', 'data']) } : {};
};

/** A service drawn by its name. */
export const drawnService = (seed: number, project: string, name: string): ScenarioService => {
  const draws = drawsOf(seed, 'service', project, name);
  const plan = draws.one(drawnPlans);
  return {
    name,
    type: plan.type,
    plan: plan.name,
    cloud,
    state: draws.chance(0.04) ? 'POWEROFF' : 'RUNNING',
    usedGb: Math.round(plan.diskGb * (0.2 + 0.55 * draws.fraction())),
    growthGbPerDay: draws.one(growths),
    tags: tagsOf(draws),
  };
};

const drawnProject = (seed: number, number: number, count: number): ScenarioProject => {
  const draws = drawsOf(seed, 'project', number);
  const name = `p${number}-${draws.one(['prod', 'prod', 'staging', 'dev'])}`;
  const services = Array.from({ length: count }, (_, n) => drawnService(seed, name, `s${n}`));
  // Somebody else's autoscaler, on a service that can have one.
  const other = draws.chance(0.3)
    ? services.find(({ plan, type }) => plan !== 'hobbyist-1' && type !== 'valkey')
    : undefined;
  return {
    name,
    tags: { env: name.split('-')[1] ?? '' },
    services,
    endpoints: [{ name: 'by-hand', maxAdditionalGb: draws.between(40, 140) }],
    integrations: other === undefined ? [] : [{ service: other.name, endpoint: 'by-hand' }],
  };
};

/** An organization drawn from a seed. */
export const drawnScenario = (seed: number, size: OrganizationSize): Scenario => ({
  organization: { id: `orgsim${seed}`, name: 'Simulated' },
  startTime: '2026-03-02T08:00:00Z',
  clouds: { [cloud]: 'A cloud' },
  plans: plans.map((plan) => ({ ...plan })),
  prices: plans.flatMap(({ type, name }) => {
    const additionalGb = hourly[type];
    return additionalGb === undefined ? [] : [{ type, plan: name, cloud, base: '0.15', additionalGb }];
  }),
  projects: Array.from({ length: size.projects }, (_, n) => {
    const share = Math.floor(size.services / size.projects) + (n < size.services % size.projects ? 1 : 0);
    return drawnProject(seed, n, share);
  }),
});

const rule = (name: string, more: Partial<SimulatedRule>): SimulatedRule => ({
  name,
  projects: null,
  types: null,
  effect: 'enable',
  maxAdditionalGb: 100,
  priority: 1,
  weight: 1,
  ...more,
});

/** A policy drawn from a seed and a version of it: every version differs in rules or money. */
export const drawnPolicy = (seed: number, version: number, projects: readonly string[]): SimulatedPolicy => {
  const draws = drawsOf(seed, 'policy', version);
  const some = () => {
    const chosen = projects.filter(() => draws.chance(0.5));
    return chosen.length === 0 ? projects.slice(0, 1) : chosen;
  };
  const rules = [
    ...(draws.chance(0.3) ? [rule('caches', { types: ['kafka'], effect: draws.one(['disable', 'ignore']) })] : []),
    rule('first', {
      projects: some(),
      maxAdditionalGb: draws.between(10, 300),
      priority: 1,
      weight: draws.between(1, 3),
    }),
    ...(draws.chance(0.8) ? [rule('others', { maxAdditionalGb: draws.between(10, 150), priority: 2 })] : []),
  ];
  const budgets = draws.chance(0.6)
    ? [{ name: 'storage', projects: some(), monthly: draws.between(0, 40) * projects.length * 5 }]
    : [];
  return { mode: 'enforce', rules, budgets, needsApproval: false };
};
