import { directedWorlds } from '../../lib/simulation/directed.ts';
import { evenRates, type FaultRates, noFaults } from '../../lib/simulation/engine/faults.ts';
import { type SimulationOptions, simulate } from '../../lib/simulation/simulate.ts';

/** One short simulation that may catch a planted bug. */
export interface Attempt {
  readonly world: string;
  readonly seed: number;
}

/** Runs a world from a seed. @returns the laws that did not hold, each with what was seen */
type World = (seed: number) => Promise<readonly { readonly law: string; readonly message: string }[]>;

const random =
  (rates: FaultRates, more: Partial<SimulationOptions> = {}): World =>
  async (seed) =>
    (await simulate({ seed, days: 3, size: { projects: 3, services: 12 }, rates, ...more })).violations;

/** Processes die, and tasks run twice, much more often than anything else happens. */
const deaths: FaultRates = { 'crash-before': 0.006, 'crash-after': 0.006, 'task-timed-out': 0.004, 'task-twice': 0.05 };

const worlds: Readonly<Record<string, World>> = {
  'random world without faults': random(noFaults),
  'random world with every fault': random(evenRates(0.03)),
  'random world of a new policy every day': random(evenRates(0.005), { policyEveryDay: true }),
  'random world at 20 calls a minute': random(noFaults, { callsPerMinute: 20 }),
  'random world in which processes die': random(deaths),
  ...Object.fromEntries(
    directedWorlds.map(({ name, options }): [string, World] => [
      name,
      async (seed) => (await simulate(options(seed))).violations,
    ]),
  ),
};

const names = Object.keys(worlds);
const firstSeeds = 2;

/** Every world with the first seeds, then one world for each seed in turn. */
export const attempts = (seeds: number): Attempt[] =>
  Array.from({ length: seeds }, (_, at) => at + 1).flatMap((seed) =>
    (seed <= firstSeeds ? names : [names[seed % names.length] ?? '']).map((world) => ({ world, seed })),
  );

/** What the attempt catches, in a sentence; undefined when every law held. */
export const catches = async ({ world, seed }: Attempt): Promise<string | undefined> => {
  try {
    const [first] = (await worlds[world]?.(seed)) ?? [];
    return first && `${first.law}: ${first.message}`;
  } catch (error) {
    return `the simulation ends with ${error}`;
  }
};
