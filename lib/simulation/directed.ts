import type { Scenario } from '../emulator/scenario/scenario.ts';
import { evenRates, type FaultRates, noFaults } from './engine/faults.ts';
import { drawnPolicy, drawnScenario } from './organization/organization.ts';
import type { SimulatedPolicy, SimulatedRule } from './organization/policy.ts';
import type { SimulationOptions } from './simulate.ts';
import type { Interference } from './world.ts';

/**
 * Organizations in which something is about to go wrong. Random ones are too kind: disks rarely grow between the read and
 * the write of one maximum, and budgets are rarely used to the cent.
 */

type ScenarioService = NonNullable<Scenario['projects'][number]['services']>[number];

const size = { projects: 2, services: 8 };

const rule = (more: Partial<SimulatedRule>): SimulatedRule => ({
  name: 'all',
  projects: null,
  types: null,
  effect: 'enable',
  maxAdditionalGb: 100,
  priority: 1,
  weight: 1,
  ...more,
});

const enforced = (rules: readonly SimulatedRule[], budgets: SimulatedPolicy['budgets'] = []): SimulatedPolicy => ({
  mode: 'enforce',
  rules,
  budgets,
  needsApproval: false,
});

const pg = (name: string, more: Partial<ScenarioService> = {}): ScenarioService => ({
  name,
  type: 'pg',
  plan: 'startup-4',
  cloud: 'cloud-a',
  usedGb: 40,
  ...more,
});

/** An organization of drawn prices and plans whose projects are given. */
const withProjects = (seed: number, projects: Scenario['projects']): Scenario => ({
  ...drawnScenario(seed, size),
  projects,
});

/** Services whose maximums of 100 GB are ours already. */
const enabled = (name: string, services: ScenarioService[]): Scenario['projects'][number] => ({
  name,
  services,
  endpoints: services.map((service) => ({ name: `headroom-${service.name}`, maxAdditionalGb: 100 })),
  integrations: services.map((service) => ({ service: service.name, endpoint: `headroom-${service.name}` })),
});

/** When the first maximum of a pass is lowered, the disk of the service that comes last grows by itself. */
const lastDiskGrows: Interference = (request, edge) => {
  if (request.method !== 'PUT' || !request.path.includes('/integration_endpoint/')) return;
  const [project] = edge.state.projects.values();
  const last = project === undefined ? undefined : [...project.services.values()].at(-1);
  const nowMs = edge.clock.nowMs();
  if (last === undefined || last.usage.mb > last.diskMb * 0.7) return;
  last.usage = { mb: Math.floor(last.diskMb * 0.95), sinceMs: nowMs };
};

interface DirectedWorld {
  readonly name: string;
  readonly options: (seed: number) => SimulationOptions;
}

const world = (
  name: string,
  options: (seed: number) => Omit<SimulationOptions, 'seed' | 'size' | 'days'> & { days?: number },
): DirectedWorld => ({
  name,
  options: (seed) => ({ seed, size, days: 3, ...options(seed) }),
});

const many = (count: number, more: (n: number) => Partial<ScenarioService>): ScenarioService[] =>
  Array.from({ length: count }, (_, n) => pg(`s${n}`, more(n)));

/** Every answer takes half a minute. */
const slow: FaultRates = { 'answer-delayed': 1 };

export const directedWorlds: readonly DirectedWorld[] = [
  world('a disk grows while the maximums before it are lowered', (seed) => ({
    rates: slow,
    scenario: withProjects(seed, [
      enabled(
        'p0-prod',
        many(6, () => ({ usedGb: 50 })),
      ),
    ]),
    policyOf: () => enforced([rule({ maxAdditionalGb: 5 })]),
    interfere: lastDiskGrows,
    days: 1,
  })),
  world('disks stand just below their threshold while the budget is cut every day', (seed) => ({
    rates: noFaults,
    scenario: withProjects(seed, [
      enabled(
        'p0-prod',
        many(6, (n) => ({ usedGb: 60 + n, growthGbPerDay: 3 + n })),
      ),
      enabled(
        'p1-prod',
        many(4, (n) => ({ usedGb: 61 + n, growthGbPerDay: 9 })),
      ),
    ]),
    policyOf: (version) =>
      enforced(
        [rule({ maxAdditionalGb: 200 })],
        [{ name: 'storage', projects: ['p0-prod', 'p1-prod'], monthly: Math.max(0, 60 - 12 * (version + 1)) }],
      ),
    policyEveryDay: true,
    days: 5,
  })),
  world('two runs begin at the same moment, always', () => ({ rates: { 'run-beside': 1 } })),
  world('the token is replaced in the middle of everything', () => ({ rates: { 'token-replaced': 0.05 } })),
  world('the platform admits 30 calls a minute and is asked for 100', (seed) => ({
    rates: noFaults,
    rateLimit: 30,
    policyOf: () => drawnPolicy(seed, 5, ['p0-prod']),
  })),
  world('every store write conflicts now and then', () => ({
    rates: { 'store-conflict': 0.2, 'store-answer-lost': 0.05 },
  })),
  world('names are as long as they may be and begin alike', (seed) => ({
    rates: evenRates(0.005),
    scenario: withProjects(seed, [
      {
        name: 'p0-prod',
        services: many(4, (n) => ({ name: `${'a-very-long-name-that-ends-differently-in'}-${n}`, usedGb: 50 })),
      },
    ]),
    policyOf: () => enforced([rule({ maxAdditionalGb: 60 })]),
  })),
  world('everything is killed every few steps', () => ({
    rates: { 'crash-before': 0.01, 'crash-after': 0.01, 'task-timed-out': 0.005 },
  })),
];
