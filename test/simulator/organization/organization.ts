import type { Scenario } from '../../../lib/platform/index.ts';
import { drawsOf } from '../engine/random.ts';
import { clouds, plans, prices } from './catalogue.ts';
import type { SimulatedPolicy, SimulatedRule } from './policy.ts';
import { drawnProject } from './services.ts';
import { drawnStartMs } from './start.ts';

/** How large an organization to draw. */
export interface OrganizationSize {
  readonly projects: number;
  readonly services: number;
}

/** How many services each project has: some have many, and some none. */
const sharesOf = (seed: number, { projects, services }: OrganizationSize): number[] => {
  const draws = drawsOf(seed, 'shares');
  const weighed = Array.from({ length: projects }, (_, n) => Array<number>(draws.one([1, 1, 2, 6])).fill(n)).flat();
  const shares = Array<number>(projects).fill(0);
  for (let n = 0; n < services; n += 1) {
    const place = draws.one(weighed);
    shares[place] = (shares[place] ?? 0) + 1;
  }
  return shares;
};

/** An organization drawn from a seed. */
export const drawnScenario = (seed: number, size: OrganizationSize): Scenario => ({
  organization: { id: `orgsim${seed}`, name: 'Simulated' },
  startTime: new Date(drawnStartMs(seed)).toISOString(),
  clouds,
  plans: plans.map((plan) => ({ ...plan })),
  prices,
  projects: sharesOf(seed, size).map((count, number) => drawnProject(seed, number, count)),
});

/** How often disks of a third of all organizations may grow between two maintenances, and how long those take. */
const drawnBehaviour = (seed: number): Scenario['behaviour'] => {
  const draws = drawsOf(seed, 'maintenance');
  const growthsBetweenMaintenance = draws.chance(1 / 3) ? draws.between(1, 4) : 0;
  return { growthsBetweenMaintenance, maintenanceSeconds: draws.between(5, 180) * 60 };
};

/** The drawn organization on a platform that maintains its services. */
export const livedScenario = (seed: number, size: OrganizationSize): Scenario => ({
  ...drawnScenario(seed, size),
  behaviour: drawnBehaviour(seed),
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
