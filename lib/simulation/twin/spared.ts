import { folderOf } from '../../contract/store-keys.ts';
import { dayOf } from '../../core/forecast/project-history.ts';
import { mostMeasured } from '../../run/plan/forecast.ts';
import { keys } from '../../run/store/keys.ts';
import { evenRates, type FaultRates, noFaults } from '../engine/faults.ts';
import { type SparingPasses, sparingPasses, type Unchanged } from '../unchanged.ts';
import { drawnWeather, quietWeather, type Weather } from '../weather.ts';
import { createTwinFacts } from './twin-facts.ts';
import type { TwinPasses } from './twin-passes.ts';
import type { TwinWorld } from './twin-world.ts';

/** How often faults strike: never, in a few passes and on storm days, or in every pass. */
export const faultLevels = ['none', 'usual', 'bad'] as const;
export type FaultLevel = (typeof faultLevels)[number];

/** Probability of each fault at each opportunity, before its weight. */
const faultRate = 0.01;

const weatherOf = (level: FaultLevel, { seed, startMs }: TwinWorld): Weather => {
  const rates: FaultRates = level === 'none' ? noFaults : evenRates(faultRate);
  return level === 'usual' ? { ...drawnWeather(seed, startMs, rates), isBusy: () => false } : quietWeather(rates);
};

/** Policies whose wishes move within a day: freezes, steps of a rollout, budgets by the cost of the month. */
const moving = /month-to-date|\b(?:freeze|rollout)["']?\s*:/;

/** Policies by which provisioned storage decides. */
const countsStorage = /\b(?:budgets|forecast)\b/;

/** Fewer than in a search for faults of Headroom: a wrong one repeats the whole life. */
const proofEvery = 40;

/**
 * The passes of a life, without those over an unchanged world. The first pass of a day is always lived, and the next one
 * wherever something is left to measure: forecasts are by the day.
 */
export const sparedPasses = (
  world: TwinWorld,
  passes: TwinPasses,
  faults: FaultLevel,
  unchanged: Unchanged,
): SparingPasses => {
  const { time, store, platform } = world;
  const body = async (key: string) => (await store.get(key))?.body ?? '';
  const platformFacts = createTwinFacts(platform);
  /** Versions of what runs know of the growth of disks. */
  const learnt = async (): Promise<string> => {
    const versions: (string | undefined)[] = [];
    for (const key of await store.list(folderOf('history'))) versions.push((await store.get(key))?.version);
    return versions.join();
  };
  let [begun, measured] = ['', 0];
  const facts = async (): Promise<string> => {
    const isWaiting = passes.lastOutcome() !== 'nothing';
    const policy = await body(keys.policy);
    begun = [dayOf(time.now()), policy, platformFacts(isWaiting || countsStorage.test(policy))].join(' ');
    measured = world.questions().measured;
    return `${await learnt()} ${begun}`;
  };
  /** A pass that measures as many disks as it may leaves others to the next one. */
  const factsAfter = async (): Promise<string | undefined> =>
    world.questions().measured - measured < mostMeasured ? `${await learnt()} ${begun}` : undefined;
  const lies = () => world.faults.counts['status-404'];
  const watched = { ...world, facts, factsAfter, events: () => '', lies, freezeWindow: () => undefined, moving };
  const never = () => Number.POSITIVE_INFINITY;
  return sparingPasses(watched, passes, unchanged, weatherOf(faults, world), never, proofEvery);
};
