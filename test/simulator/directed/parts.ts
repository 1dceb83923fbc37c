import type { Scenario } from '../../../lib/platform/index.ts';
import { drawnScenario } from '../organization/organization.ts';
import type { SimulatedPolicy, SimulatedRule } from '../organization/policy.ts';
import type { SimulationOptions } from '../simulate.ts';

/** Parts that lives are made from by hand: services of one plan, on disks of 80 GB, at 0.14965 a GB and month. */

export type ScenarioProject = Scenario['projects'][number];
export type ScenarioService = NonNullable<ScenarioProject['services']>[number];

const size = { projects: 2, services: 8 };

export const rule = (more: Partial<SimulatedRule>): SimulatedRule => ({
  name: 'all',
  projects: null,
  types: null,
  effect: 'enable',
  maxAdditionalGb: 100,
  priority: 1,
  weight: 1,
  ...more,
});

export const enforced = (
  rules: readonly SimulatedRule[],
  budgets: SimulatedPolicy['budgets'] = [],
): SimulatedPolicy => ({ mode: 'enforce', rules, budgets, needsApproval: false });

export const pg = (name: string, more: Partial<ScenarioService> = {}): ScenarioService => ({
  name,
  type: 'pg',
  plan: 'startup-4',
  cloud: 'cloud-a',
  usedGb: 40,
  ...more,
});

export const many = (count: number, more: (n: number) => Partial<ScenarioService> = () => ({})): ScenarioService[] =>
  Array.from({ length: count }, (_, n) => pg(`s${n}`, more(n)));

/** Services whose maximums are ours already, and 100 GB if no other size is given. */
export const enabled = (name: string, services: ScenarioService[], maxAdditionalGb = 100): ScenarioProject => ({
  name,
  services,
  endpoints: services.map((service) => ({ name: `headroom-${service.name}`, maxAdditionalGb })),
  integrations: services.map((service) => ({ service: service.name, endpoint: `headroom-${service.name}` })),
});

/** An organization of drawn prices and plans whose projects are given. */
export const withProjects = (seed: number, projects: Scenario['projects'], startTime?: string): Scenario => {
  const drawn = drawnScenario(seed, size);
  return { ...drawn, startTime: startTime ?? drawn.startTime, projects };
};

/** An organization in which something is about to go wrong. */
export interface DirectedLife {
  readonly name: string;
  readonly options: (seed: number) => SimulationOptions;
}

type DirectedOptions = Omit<SimulationOptions, 'seed' | 'size' | 'days'> & { readonly days?: number };

export const life = (name: string, options: (seed: number) => DirectedOptions): DirectedLife => ({
  name,
  options: (seed) => ({ seed, size, days: 2, ...options(seed) }),
});
