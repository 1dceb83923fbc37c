import { dayOf } from '../core/forecast/project-history.ts';
import { type FindingLog, lastDailyTime } from '../core/notices/finding-log.ts';
import type { Plan } from '../core/plan/plan-result.ts';
import { mostMeasured } from '../run/plan/forecast.ts';
import { keyOfSection, keys } from '../run/store/keys.ts';
import { readIfWhole } from '../run/store/objects.ts';
import { sha256 } from '../run/store/sha256.ts';
import { createDecidedAgain } from './decided-again.ts';
import { evenRates, type FaultRates, noFaults } from './engine/faults.ts';
import { type SparingPasses, sparingPasses, type Unchanged } from './passes/unchanged.ts';
import { drawnWeather, quietWeather, type Weather } from './passes/weather.ts';
import type { Twin } from './twin.ts';
import { createTwinFacts } from './twin-facts.ts';
import type { TwinPasses } from './twin-passes.ts';

/** How often faults strike: never, in a few passes and on storm days, or in every pass. */
const faultLevels = ['none', 'usual', 'bad'] as const;
export type FaultLevel = (typeof faultLevels)[number];

/** Probability of each fault at each opportunity, before its weight. */
const faultRate = 0.01;

const weatherOf = (level: FaultLevel, { seed, startMs }: Twin): Weather => {
  const rates: FaultRates = level === 'none' ? noFaults : evenRates(faultRate);
  return level === 'usual' ? { ...drawnWeather(seed, startMs, rates), isBusy: () => false } : quietWeather(rates);
};

/** Policies whose wishes move within a day: freezes, budgets by the cost of the month. */
const moving = /month-to-date|\bfreeze["']?\s*:/;

/** Policies by which provisioned storage decides. */
const countsStorage = /\b(?:budgets|forecast)\b/;

/** Fewer than in a search for faults of Headroom: a wrong one repeats the whole life. */
const proofEvery = 100;

/** The passes of a life without repetitions of the pass before. */
interface TwinSparing extends SparingPasses {
  /** The plan of this pass if it was left out although disks had grown; undefined otherwise. */
  readonly repeatedPlan: () => Plan | undefined;
}

/**
 * The passes of a life, without those over an unchanged organization. The first pass of a day is always lived, and the next one
 * wherever something is left to measure: forecasts are by the day.
 */
export const sparedPasses = (twin: Twin, passes: TwinPasses, faults: FaultLevel, unchanged: Unchanged): TwinSparing => {
  const { time, store, platform } = twin;
  const body = async (key: string) => (await store.get(key))?.body ?? '';
  const platformFacts = createTwinFacts(platform);
  /** Digest of what runs know of the growth of disks. */
  const learnt = async (): Promise<string> => {
    const histories: (object | undefined)[] = [];
    for (const key of await store.list(keys.projectRecords))
      histories.push(await readIfWhole<object>(store, keyOfSection(key, 'history')));
    return sha256(JSON.stringify(histories));
  };
  /** The day of the daily notice that the next pass sends, if it has anything to say. */
  const noticeDay = async (): Promise<string> => {
    const log = await readIfWhole<FindingLog>(store, keys.findingLog);
    return log === undefined || log.news.length === 0 ? '' : String(lastDailyTime(time.now()));
  };
  let [begun, measured] = ['', 0];
  let repeated: Plan | undefined;
  /** Facts end with the sizes of the disks. */
  const facts = async (): Promise<string> => {
    const isWaiting = passes.lastOutcome() !== 'nothing';
    const policy = await body(keys.policy);
    const { sizes, others } = platformFacts(isWaiting || countsStorage.test(policy));
    begun = `${dayOf(time.now())} ${await noticeDay()} ${policy} ${others}\n${sizes}`;
    measured = twin.questions().measured;
    repeated = undefined;
    return `${await learnt()} ${begun}`;
  };
  const withoutSizes = (text: string) => text.slice(0, text.lastIndexOf('\n'));
  const decideAgain = createDecidedAgain(twin);
  /** Larger disks alone need not change a plan. Only a plan without changes can be repeated. */
  const repeats = async (left: string, found: string): Promise<boolean> => {
    if (passes.lastOutcome() !== 'nothing' || withoutSizes(left) !== withoutSizes(found)) return false;
    repeated = await decideAgain(passes.lastRun());
    return repeated !== undefined;
  };
  /** A pass that measures as many disks as it may leaves others to the next one. */
  const factsAfter = async (): Promise<string | undefined> =>
    twin.questions().measured - measured < mostMeasured ? `${await learnt()} ${begun}` : undefined;
  const lies = () => twin.faults.counts['status-404'];
  const watched = {
    ...twin,
    facts,
    factsAfter,
    repeats,
    lies,
    freezeWindow: () => undefined,
    moving,
  };
  const sparing = sparingPasses(watched, passes, {
    unchanged,
    weather: weatherOf(faults, twin),
    nextMs: () => Number.POSITIVE_INFINITY,
    proofEvery,
  });
  return { ...sparing, repeatedPlan: () => repeated };
};
