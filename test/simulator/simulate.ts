import { createHash } from 'node:crypto';
import { dailyPass } from '../../lib/contract/run-request.ts';
import { dayMs, hourMs } from '../../lib/core/model/durations.ts';
import { protocolLaw } from '../protocol/observed.ts';
import { checkConvergence } from './convergence.ts';
import { type FaultKind, type FaultRates, type Faults, noFaults } from './engine/faults.ts';
import type { FullMinutes } from './full-minutes.ts';
import { laws as allLaws } from './laws/all.ts';
import { auditLaw, judgeAudit } from './laws/audit.ts';
import { paceLaw } from './laws/pace.ts';
import { createLife, type Life, type LifeOptions } from './life.ts';
import { createOperators } from './operators.ts';
import { type Change, changesOf, type Register, type TimedChange } from './organization/people.ts';
import { createPasses, type Passes } from './passes.ts';
import { seenFacts } from './seen-facts.ts';
import { type SparedPasses, sparedPasses } from './spared-passes.ts';
import type { BrokenLaw, Unchanged } from './sparing/unchanged.ts';
import { drawnWeather, quietWeather, type Weather } from './sparing/weather.ts';

export interface SimulationOptions extends Omit<LifeOptions, 'laws'> {
  readonly days: number;
  readonly rates: FaultRates;
  /** Hours between two passes; default 6. */
  readonly passEveryHours?: number;
  /** Projects that each pass reads at most; absent: all. The passes after the last day read all. */
  readonly reads?: number;
  readonly laws?: LifeOptions['laws'];
  /** Whether people edit the policy every day, beside what is drawn. */
  readonly policyEveryDay?: boolean;
  /** Whether a person asks every day what can be reclaimed, and approves it three hours later. */
  readonly reclaimsEveryDay?: boolean;
  /**
   * `spells`: still weeks without faults and people alternate with busy days and storms, all drawn from the seed. The
   * default is `steady`: people every day, and the same rates all the time. `quiet`: the same rates, and no people.
   */
  readonly weather?: 'steady' | 'spells' | 'quiet';
  /** What is done about a pass over an unchanged organization; default `live`. With `skip` every tenth is lived all the same. */
  readonly unchanged?: Unchanged;
}

export interface Simulated {
  readonly seed: number;
  readonly days: number;
  readonly passes: number;
  readonly writes: number;
  /** Unchanged passes and watches that were left out, and those that were lived to prove that they would write nothing. */
  readonly skipped: number;
  readonly proven: number;
  /** Scheduled passes that were lived, by why. */
  readonly lived: SparedPasses['spared']['lived'];
  /** How often each fault struck. */
  readonly faults: Readonly<Record<FaultKind, number>>;
  readonly killed: number;
  /** How long disks were full, and for how long reports kept silent about disks that they knew to be full. */
  readonly fullMinutes: FullMinutes;
  /** Laws judged, each time counted. */
  readonly checks: number;
  readonly violations: readonly BrokenLaw[];
  readonly outcomes: Readonly<Record<string, number>>;
  /** Of the platform's state and of every object in the store. */
  /** Steps of the protocol, by kind. */
  readonly steps: Readonly<Record<string, number>>;
  readonly hash: string;
  /** Of the platform's state alone. */
  readonly platformHash: string;
  /** Of what people did, and of every day's services, owners and growth: the same for every policy. */
  readonly organizationHash: string;
  /** When each fault struck. */
  readonly fates: Faults['fates'];
}

interface Moment {
  readonly atMs: number;
  readonly live: () => Promise<unknown>;
}

const scheduledOn = (
  { startMs }: Life,
  { pass, watch }: SparedPasses,
  day: number,
  { passEveryHours: everyHours = 6, reads }: SimulationOptions,
): Moment[] => {
  const moments: Moment[] = [];
  for (let hour = 0; hour < 24; hour += everyHours) {
    const atMs = startMs + day * dayMs + hour * hourMs;
    const by = hour === 0 ? dailyPass : 'hourly pass';
    moments.push({ atMs, live: () => pass({ trigger: { kind: 'schedule', by }, reads }) });
    moments.push({ atMs: atMs + (everyHours / 2) * hourMs, live: watch });
  }
  return moments;
};

const platformHashOf = ({ platform }: Life): string =>
  createHash('sha256').update(JSON.stringify(platform.state())).digest('hex');

const hashOf = async ({ platform, store }: Life): Promise<string> => {
  const hash = createHash('sha256').update(JSON.stringify(platform.state()));
  for (const key of await store.list('')) hash.update(JSON.stringify([key, (await store.get(key))?.body]));
  return hash.digest('hex');
};

const atEnd = ({ time }: Life, law: string, messages: readonly string[]): BrokenLaw[] =>
  messages.map((message) => ({ law, atMs: time.now(), message }));

/** What the audit lacks, or has too much. */
export const auditProblems = async (life: Life): Promise<BrokenLaw[]> => {
  const { store, watcher } = life;
  const bodies: string[] = [];
  for (const key of await store.list('audit/')) bodies.push((await store.get(key))?.body ?? '');
  return atEnd(life, auditLaw, judgeAudit(bodies, watcher.made, watcher.tried));
};

const paceProblems = (life: Life): BrokenLaw[] => {
  const most = life.pace.most();
  return atEnd(life, paceLaw, most > life.callsPerMinute ? [`${most} calls started within 60 s`] : []);
};

const protocolProblems = (life: Life): BrokenLaw[] => atEnd(life, protocolLaw, [...new Set(life.protocol.problems)]);

const liveThrough = async (
  life: Life,
  weather: Weather,
  all: Passes,
  passesOf: (nextMs: () => number) => SparedPasses,
  options: SimulationOptions,
) => {
  const { days, policyEveryDay = false, reclaimsEveryDay = false } = options;
  const register: Register = new Map(life.projects.map(({ name, services }) => [name, new Set(services)]));
  const changes: TimedChange[] = [];
  let nextMs = life.startMs;
  const passes = passesOf(() => nextMs);
  const operators = createOperators(life, all);
  for (let day = 0; day < days; day += 1) {
    const drawn = weather.isBusy(day) ? changesOf(life.seed, day, life.startMs, register) : [];
    if (policyEveryDay) {
      const atMs = life.startMs + day * dayMs + hourMs;
      drawn.push({ atMs, change: { kind: 'policy-edited', version: day } });
    }
    changes.push(...drawn);
    // People wait for no pass: what they do happens while one is at work, too.
    const done: Promise<void>[] = [];
    let isAtWork = false;
    const act = (change: Change) => {
      if (isAtWork) life.faults.disturb();
      done.push(life.change(change));
    };
    for (const { atMs, change } of drawn) life.time.at(atMs, () => act(change));
    const acts = weather.isBusy(day) ? operators.momentsOf(day, register) : [];
    const reclaims = reclaimsEveryDay ? operators.reclaimsOn(day) : [];
    const moments = [...scheduledOn(life, passes, day, options), ...acts, ...reclaims].sort((a, b) => a.atMs - b.atMs);
    for (const [place, { atMs, live }] of moments.entries()) {
      nextMs = moments[place + 1]?.atMs ?? life.startMs + (day + 1) * dayMs;
      await life.time.runTo(atMs);
      isAtWork = true;
      await live();
      isAtWork = false;
    }
    await life.time.runTo(life.startMs + (day + 1) * dayMs - 1);
    await Promise.all(done);
    life.census.note();
  }
  return { changes, passes };
};

const weatherOf = ({ weather, seed, rates }: SimulationOptions, { startMs }: Life): Weather => {
  if (weather === 'spells') return drawnWeather(seed, startMs, rates);
  return weather === 'quiet' ? quietWeather(rates) : { isBusy: () => true, ratesAt: () => rates };
};

/**
 * Lives through days of an organization with Headroom at work on one machine, under faults, and judges every write and
 * every pass by every law. The same options give the same result, to the byte.
 */
export const simulate = async (options: SimulationOptions): Promise<Simulated> => {
  const { days, laws = allLaws, unchanged = 'live' } = options;
  const life = await createLife({ ...options, laws });
  const passes = createPasses(life);
  const weather = weatherOf(options, life);
  const watched = { ...life, ...seenFacts(life) };
  const sparing = (nextMs: () => number) => sparedPasses(watched, passes, { unchanged, weather, nextMs });
  const { changes, passes: lived } = await liveThrough(life, weather, passes, sparing, options);
  life.faults.set(noFaults);
  // Requests that are still on their way arrive, and what was hidden shows.
  await life.time.runTo(life.time.now() + 7 * hourMs);
  const late = await checkConvergence(life, passes);
  const summed = [
    ...(await auditProblems(life)),
    ...paceProblems(life),
    ...protocolProblems(life),
    ...passes.noticeProblems(),
  ];
  const { watcher, faults } = life;
  return {
    seed: options.seed,
    days,
    ...passes.counts,
    ...lived.spared,
    faults: faults.counts,
    fullMinutes: life.fullMinutes(),
    checks: watcher.checks(),
    steps: life.protocol.seen,
    violations: [...watcher.violations, ...lived.violations, ...late, ...summed],
    hash: await hashOf(life),
    platformHash: platformHashOf(life),
    organizationHash: createHash('sha256')
      .update(JSON.stringify([changes, life.census.hash()]))
      .digest('hex'),
    fates: faults.fates,
  };
};
