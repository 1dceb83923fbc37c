import { dayMs, hourMs, minuteMs } from '../../core/model/durations.ts';
import { keys } from '../../run/store/keys.ts';
import { type FaultRates, noFaults } from '../engine/faults.ts';
import { isNearDate } from './facts.ts';
import type { LivedPasses, WatchedWorld } from './watched-world.ts';
import type { Weather } from './weather.ts';

/** What is done about a pass that would find the world as the last one left it. */
export type Unchanged = 'live' | 'skip';

/**
 * Why a pass is lived: faults can strike in it, something else happens soon, Headroom looks something up again, forecasts
 * move, a date is near, the last pass left something to do, something has changed, it does more than others, or it proves
 * that nothing has changed.
 */
type Cause = 'full' | 'faults' | 'soon' | 'asked again' | 'forecast' | 'date' | 'unsettled' | 'changed' | 'proof';

/** A law that did not hold, and when. */
export interface Violation {
  readonly law: string;
  readonly atMs: number;
  readonly message: string;
}

/** Passes of which those over an unchanged world need not be lived. */
export interface SparingPasses extends Pick<LivedPasses, 'pass' | 'watch'> {
  /** A pass that is lived in any case, because it does more than others: those after it need not repeat it. */
  readonly fullPass: LivedPasses['pass'];
  /** Counts of unchanged passes and watches: left out, and lived to prove that they would write nothing. */
  readonly spared: {
    readonly skipped: number;
    readonly proven: number;
    /** Scheduled passes that were lived, by why. */
    readonly lived: Readonly<Partial<Record<Cause, number>>>;
  };
  readonly violations: readonly Violation[];
}

const law = 'a pass over an unchanged world writes nothing (design §9)';

/** Of so many unchanged passes, and of so many unchanged watches, one is lived all the same. */
const usualProofEvery = 10;

/** Nothing else may happen while the pass would have been at work. */
const passMs = 15 * minuteMs;

/** How long Headroom goes by a refusal. */
const rememberedMs = 7 * dayMs;

/** By then every pass that asks again has done so: an older refusal is of a service that policy does not enable. */
const askedAgainMs = 8 * dayMs;

/** How far the moment is known at which Headroom looked something up: the pass before, by a clock that may be wrong. */
const wrongMs = 10 * hourMs;

/**
 * Decides before each pass whether it could do anything. It could not if no fault can strike in it, the last pass found
 * nothing to do and no fault struck in that either, no one wrote to the store since, no date has its effect about now,
 * nothing waits for the end of a freeze or of a refusal's week, and everything on the platform that decides is as it was.
 * @param nextMs when a person does something next
 * @param proofEvery of so many unchanged passes one is lived all the same
 */
export const sparingPasses = (
  world: WatchedWorld,
  passes: LivedPasses,
  unchanged: Unchanged,
  weather: Weather,
  nextMs: () => number,
  proofEvery = usualProofEvery,
): SparingPasses => {
  const { time, faults, store, freezeWindow: frozenBy } = world;
  const spared = { skipped: 0, proven: 0, lived: {} as Partial<Record<Cause, number>> };
  const unchangedSoFar = { pass: 0, watch: 0 };
  const count = (cause: Cause) => {
    spared.lived[cause] = (spared.lived[cause] ?? 0) + 1;
  };
  const violations: Violation[] = [];
  /** What the last pass and the last watch found, if no write came of them. */
  let settled: string | undefined;
  /** How the last pass ended. */
  let lasting = 'nothing';
  /** The freeze window that it began in. */
  let lastWindow: string | undefined;
  let watched: string | undefined;
  /** Passes so far, as far as this knows: operators ask for passes of their own. */
  let lived = 0;
  const forgetAfterOthers = () => {
    if (passes.counts.passes === lived) return;
    settled = undefined;
    watched = undefined;
  };

  const body = async (key: string) => (await store.get(key))?.body ?? '';

  const waitsForThaw = async (): Promise<boolean> => {
    const text = await body(keys.plan(`run-${String(passes.counts.passes).padStart(6, '0')}`));
    return text === '' || ((JSON.parse(text) as { freeze?: { waiting: unknown[] } }).freeze?.waiting.length ?? 0) > 0;
  };

  /** By two faults of the platform Headroom believes for a day that a plan has no price or no size. */
  let denied = 0;
  let deniedMs = Number.NEGATIVE_INFINITY;
  const looksUpAgain = (): boolean => {
    if (world.lies() > denied) deniedMs = time.now();
    denied = world.lies();
    const agoMs = time.now() - deniedMs;
    return agoMs >= dayMs - wrongMs && agoMs <= dayMs + wrongMs;
  };

  /** Whether a later pass must confirm that the platform has no price or no plan. */
  const isDoubtful = async (): Promise<boolean> => {
    for (const key of [...(await store.list(keys.prices)), ...(await store.list(keys.planDisks))]) {
      const { deniedAt } = JSON.parse(await body(key)) as { deniedAt?: string };
      if (deniedAt !== undefined && time.now() - Date.parse(deniedAt) < dayMs) return true;
    }
    return false;
  };

  /** Whether the platform's answer that it does not offer the autoscaler is so old that the pass asks again. */
  const isForgotten = async (): Promise<boolean> => {
    for (const key of await store.list(keys.refusals)) {
      const { at } = JSON.parse(await body(key)) as { at: string };
      const ageMs = time.now() - Date.parse(at);
      if (ageMs < 0 || (ageMs > rememberedMs - passMs && ageMs < askedAgainMs)) return true;
    }
    return false;
  };

  /**
   * Whether a plan that waits for an approval waits on as it is: no freeze has begun or ended, and no one is at work who
   * could approve it by what the last pass published.
   */
  const mayWaitOn = (): boolean =>
    lasting !== 'needs-approval' ||
    (frozenBy() === lastWindow && !weather.isBusy(Math.floor((time.now() - world.startMs) / dayMs)));

  /** Whether a pass that wrote nothing ends so again until something changes. */
  const isLasting = async (outcome: string): Promise<boolean> =>
    outcome === 'observed' ||
    outcome === 'stopped' ||
    ((outcome === 'nothing' || outcome === 'needs-approval') && !(await waitsForThaw()));

  /** The world as the pass would find it, or why it has to be lived in any case. */
  const found = async (rates: FaultRates): Promise<{ readonly facts: string } | Cause> => {
    if (Object.keys(rates).length > 0) return 'faults';
    if (Math.min(nextMs(), time.nextMs()) < time.now() + passMs) return 'soon';
    if (!mayWaitOn()) return 'unsettled';
    if (looksUpAgain() || (await isDoubtful()) || (await isForgotten())) return 'asked again';
    const policy = await body(keys.policy);
    if (world.moving.test(policy)) return 'forecast';
    const facts = await world.facts();
    return isNearDate(`${policy}${facts}`, time.now()) ? 'date' : { facts };
  };

  /** Whether something that is unchanged is left out this time. */
  const isLeftOut = (kind: 'pass' | 'watch'): boolean => {
    unchangedSoFar[kind] += 1;
    const isProof = unchanged === 'live' || unchangedSoFar[kind] % proofEvery === 0;
    if (isProof) spared.proven += 1;
    else spared.skipped += 1;
    return !isProof;
  };

  /** Lives through something and says whether a fault struck or anything was written. */
  const isEventful = async (live: () => Promise<unknown>): Promise<boolean> => {
    const [struck, writes] = [faults.total(), passes.counts.writes];
    await live();
    return faults.total() > struck || passes.counts.writes > writes;
  };

  const causeOf = (seen: { readonly facts: string } | Cause): Cause => {
    if (typeof seen === 'string') return seen;
    return settled === undefined ? 'unsettled' : 'changed';
  };

  /** Whether the world is as the last pass left it, or differs in nothing that decides. */
  const isAsLeft = async (facts: string): Promise<boolean> => {
    if (settled === undefined) return false;
    return facts === settled || ((await world.repeats?.(settled, facts)) ?? false);
  };

  const prove = (wrote: boolean, outcome: string): void => {
    if (wrote || outcome !== lasting) {
      violations.push({ law, atMs: time.now(), message: `the pass ended as ${outcome}` });
    }
  };

  /** What the next pass finds if nothing changes until then; undefined if it may do something all the same. */
  const factsAfter = async (facts: string | undefined, outcome: string): Promise<string | undefined> => {
    if (facts === undefined || !(await isLasting(outcome))) return undefined;
    return world.factsAfter === undefined ? facts : world.factsAfter();
  };

  const passOf = async (input: unknown, isFull: boolean): Promise<string> => {
    const rates = weather.ratesAt(time.now());
    faults.set(rates);
    forgetAfterOthers();
    const seen = await found(rates);
    const facts = typeof seen === 'string' ? undefined : seen.facts;
    const isUnchanged = !isFull && facts !== undefined && (await isAsLeft(facts));
    if (isUnchanged && isLeftOut('pass')) {
      settled = facts;
      return lasting;
    }
    count(isFull ? 'full' : isUnchanged ? 'proof' : causeOf(seen));
    lastWindow = frozenBy();
    let outcome = 'failed';
    const wrote = await isEventful(async () => {
      outcome = await passes.pass(input);
    });
    lived = passes.counts.passes;
    if (isUnchanged) prove(wrote, outcome);
    lasting = outcome;
    settled = wrote ? undefined : await factsAfter(facts, outcome);
    return outcome;
  };

  return {
    spared,
    violations,
    pass: (input) => passOf(input, false),
    fullPass: (input) => passOf(input, true),
    watch: async () => {
      const rates = weather.ratesAt(time.now());
      faults.set(rates);
      forgetAfterOthers();
      const facts = rates === noFaults ? world.events() : undefined;
      const isUnchanged = facts !== undefined && facts === watched;
      if (isUnchanged && isLeftOut('watch')) return;
      const before = passes.counts.passes;
      const wrote = await isEventful(passes.watch);
      lived = passes.counts.passes;
      if (passes.counts.passes > before) settled = undefined;
      if (isUnchanged && passes.counts.passes > before) {
        violations.push({ law, atMs: time.now(), message: 'a watch found something to do' });
      }
      watched = wrote ? undefined : facts;
    },
  };
};
