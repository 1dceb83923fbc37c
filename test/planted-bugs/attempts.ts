import { directedLives } from '../simulator/directed/all.ts';
import { evenRates, type FaultRates, noFaults } from '../simulator/engine/faults.ts';
import { drawnPolicy, drawnScenario } from '../simulator/organization/organization.ts';
import type { SimulatedPolicy, SimulatedRule } from '../simulator/organization/policy.ts';
import { type SimulationOptions, simulate } from '../simulator/simulate.ts';

/** One short simulation that may catch a planted bug. */
export interface Attempt {
  readonly life: string;
  readonly seed: number;
}

/** Runs a life from a seed. @returns the laws that did not hold, each with what was seen */
type Life = (seed: number) => Promise<readonly { readonly law: string; readonly message: string }[]>;

const random =
  (rates: FaultRates, more: Partial<SimulationOptions> = {}): Life =>
  async (seed) =>
    (await simulate({ seed, days: 3, size: { projects: 3, services: 12 }, rates, ...more })).violations;

/** Processes die, and tasks run twice, much more often than anything else happens. */
const deaths: FaultRates = { 'crash-before': 0.006, 'crash-after': 0.006, 'task-timed-out': 0.004, 'task-twice': 0.05 };

/** A tight budget whose money moves from one project to the others and back every day. */
const moneyMoves =
  (rates: FaultRates): Life =>
  async (seed) => {
    const size = { projects: 2, services: 10 };
    const projects = drawnScenario(seed, size).projects.map(({ name }) => name);
    const rule = (name: string, only: readonly string[] | null, weight: number): SimulatedRule => ({
      name,
      projects: only,
      types: null,
      effect: 'enable',
      maxAdditionalGb: 150,
      priority: 1,
      weight,
    });
    const policyOf = (version: number): SimulatedPolicy => ({
      mode: 'enforce',
      rules: [
        rule('first', projects.slice(0, 1), version % 2 === 0 ? 1 : 20),
        rule('others', null, version % 2 === 0 ? 20 : 1),
      ],
      budgets: [{ name: 'storage', projects, monthly: 60 }],
      needsApproval: false,
    });
    return (await simulate({ seed, days: 4, size, rates, policyOf, policyEveryDay: true })).violations;
  };

/** A policy whose mode is observe every other day. */
const observesNowAndThen: Life = async (seed) => {
  const size = { projects: 2, services: 10 };
  const projects = drawnScenario(seed, size).projects.map(({ name }) => name);
  const policyOf = (version: number): SimulatedPolicy => ({
    ...drawnPolicy(seed, version, projects),
    mode: version % 2 === 0 ? 'observe' : 'enforce',
  });
  return (await simulate({ seed, days: 4, size, rates: noFaults, policyOf, policyEveryDay: true })).violations;
};

const lives: Readonly<Record<string, Life>> = {
  'random life without faults': random(noFaults),
  'random life with every fault': random(evenRates(0.03)),
  'random life of a new policy every day': random(evenRates(0.005), { policyEveryDay: true }),
  'random life at 20 calls a minute': random(noFaults, { callsPerMinute: 20 }),
  'random life in which processes die': random(deaths),
  'policy that observes every other day': observesNowAndThen,
  'money that moves every day': moneyMoves(noFaults),
  'money that moves every day while much is refused': moneyMoves({ 'status-403': 0.08, 'request-late': 0.05 }),
  'money that moves every day while processes die': moneyMoves(deaths),
  ...Object.fromEntries(
    directedLives.map(({ name, options }): [string, Life] => [
      name,
      async (seed) => (await simulate(options(seed))).violations,
    ]),
  ),
};

const names = Object.keys(lives);
const firstSeeds = 2;

/** Every life with the first seeds, then one life for each seed in turn. */
export const attempts = (seeds: number): Attempt[] =>
  Array.from({ length: seeds }, (_, at) => at + 1).flatMap((seed) =>
    (seed <= firstSeeds ? names : [names[seed % names.length] ?? '']).map((life) => ({ life, seed })),
  );

/** What the attempt catches, in a sentence; undefined when every law held. */
export const catches = async ({ life, seed }: Attempt): Promise<string | undefined> => {
  try {
    const [first] = (await lives[life]?.(seed)) ?? [];
    return first && `${first.law}: ${first.message}`;
  } catch (error) {
    return `the simulation ends with ${error}`;
  }
};
