import { dayMs } from '../../../lib/core/model/durations.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import type { FaultRates } from '../engine/faults.ts';
import { bodyOf, createAskedAgain } from './asked-again.ts';
import { isNearDate } from './facts.ts';
import { type LivedPasses, passMs, runIdOf, type SeenLife } from './lived-passes.ts';
import type { Weather } from './weather.ts';

/** Treatment of a pass that would find the organization unchanged since the last one. */
export type Unchanged = 'live' | 'skip';

/**
 * Why a pass is lived: faults can strike in it, something else happens soon, Headroom looks something up again, forecasts
 * move, a date is near, the last pass left something to do, something has changed, it does more than others, or it proves
 * that nothing has changed.
 */
export type PassReason =
  | 'full'
  | 'faults'
  | 'soon'
  | 'asked again'
  | 'forecast'
  | 'date'
  | 'unsettled'
  | 'changed'
  | 'proof';

/** A law that did not hold, and when. */
export interface BrokenLaw {
  readonly law: string;
  readonly atMs: number;
  readonly message: string;
}

/** Passes of which those over an unchanged organization need not be lived. */
export interface SparingPasses extends Pick<LivedPasses, 'pass'> {
  /** A pass that is lived in any case, because it does more than others: those after it need not repeat it. */
  readonly fullPass: LivedPasses['pass'];
  readonly violations: readonly BrokenLaw[];
}

interface SparingOptions {
  readonly unchanged: Unchanged;
  readonly weather: Weather;
  /** When a person does something next. */
  readonly nextMs: () => number;
  /** Of so many unchanged passes one is lived all the same. */
  readonly proofEvery: number;
  /** Called before each pass: why it is lived, or that it is left out. */
  readonly onPass?: (treatment: PassReason | 'skipped') => void;
}

export const unchangedLaw = 'a pass over an unchanged organization writes nothing (design §9)';

/** What the last pass left behind. */
interface Left {
  /** What the pass found, if no write came of it. */
  settled: string | undefined;
  /** How the pass ended. */
  lasting: string;
  /** The freeze window that it began in. */
  window: string | undefined;
  /** Passes so far, as far as this knows: operators and watches have passes of their own. */
  lived: number;
}

/** The organization as a pass would find it, or why the pass has to be lived in any case. */
type Seen = { readonly facts: string } | PassReason;

/**
 * Whether a plan that waits for an approval stays unchanged: no freeze has begun or ended, and no operator is at work who could
 * approve what the last pass published.
 */
const mayWaitOn = ({ freezeWindow, time, startMs }: SeenLife, weather: Weather, left: Left): boolean =>
  left.lasting !== 'needs-approval' ||
  (freezeWindow() === left.window && !weather.isBusy(Math.floor((time.now() - startMs) / dayMs)));

/** Looks at the organization before a pass. */
const createLook = (life: SeenLife, { weather, nextMs }: SparingOptions, left: Left) => {
  const { time, store } = life;
  const isAskedAgain = createAskedAgain(life);
  return async (rates: FaultRates): Promise<Seen> => {
    if (Object.keys(rates).length > 0) return 'faults';
    if (Math.min(nextMs(), time.nextMs()) < time.now() + passMs) return 'soon';
    if (!mayWaitOn(life, weather, left)) return 'unsettled';
    if (await isAskedAgain()) return 'asked again';
    const policy = await bodyOf(store, keys.policy);
    if (life.moving.test(policy)) return 'forecast';
    const facts = await life.facts();
    return isNearDate(`${policy}${facts}`, time.now()) ? 'date' : { facts };
  };
};

const reasonOf = (seen: Seen, left: Left): PassReason => {
  if (typeof seen === 'string') return seen;
  return left.settled === undefined ? 'unsettled' : 'changed';
};

const waitsForThaw = async ({ store }: SeenLife, { counts }: LivedPasses): Promise<boolean> => {
  const text = await bodyOf(store, keys.plan(runIdOf(counts.passes)));
  return text === '' || ((JSON.parse(text) as { freeze?: { waiting: unknown[] } }).freeze?.waiting.length ?? 0) > 0;
};

/** Whether what runs did within 24 hours still counts: what waits for that goes by itself later. */
const countsStill = async ({ store }: SeenLife): Promise<boolean> =>
  'lately' in (JSON.parse((await bodyOf(store, keys.inventoryIndex)) || '{}') as object);

/** Whether a pass that wrote nothing ends so again until something changes. */
const isLasting = async (life: SeenLife, passes: LivedPasses, outcome: string): Promise<boolean> =>
  outcome === 'observed' ||
  outcome === 'stopped' ||
  ((outcome === 'nothing' || (outcome === 'needs-approval' && !(await countsStill(life)))) &&
    !(await waitsForThaw(life, passes)));

/** Lives through something and says whether a fault struck or anything was written. */
export const isEventful = async (
  { faults }: Pick<SeenLife, 'faults'>,
  { counts }: Pick<LivedPasses, 'counts'>,
  live: () => Promise<unknown>,
): Promise<boolean> => {
  const [struck, writes] = [faults.total(), counts.writes];
  await live();
  return faults.total() > struck || counts.writes > writes;
};

/**
 * Decides before each pass whether it could do anything. It could not if no fault can strike in it, the last pass found
 * nothing to do and no fault struck in that either, no one wrote to the store since, no date has its effect about now,
 * nothing waits for the end of a freeze or of a refusal's week, and everything on the platform that decides is as it was.
 */
export const sparingPasses = (life: SeenLife, passes: LivedPasses, options: SparingOptions): SparingPasses => {
  const { time, faults, freezeWindow } = life;
  const { counts } = passes;
  const { unchanged, weather, proofEvery, onPass } = options;
  const left: Left = { settled: undefined, lasting: 'nothing', window: undefined, lived: 0 };
  const look = createLook(life, options, left);
  const violations: BrokenLaw[] = [];
  let unchangedPasses = 0;

  /** The rates of the faults of this moment; what the last pass left is forgotten if others passed meanwhile. */
  const setFaults = (): FaultRates => {
    const rates = weather.ratesAt(time.now());
    faults.set(rates);
    if (counts.passes !== left.lived) left.settled = undefined;
    return rates;
  };

  /** Judges a pass over an unchanged organization. */
  const prove = (wrote: boolean, outcome: string): void => {
    if (!wrote && outcome === left.lasting) return;
    violations.push({ law: unchangedLaw, atMs: time.now(), message: `the pass ended as ${outcome}` });
  };

  /** Whether an unchanged pass is left out this time. */
  const isLeftOut = (): boolean => {
    unchangedPasses += 1;
    return unchanged === 'skip' && unchangedPasses % proofEvery !== 0;
  };

  /** What the next pass finds if nothing changes until then; undefined if it may do something all the same. */
  const factsAfter = async (facts: string | undefined, outcome: string): Promise<string | undefined> =>
    facts !== undefined && (await isLasting(life, passes, outcome)) ? facts : undefined;

  const passOf = async (input: unknown, isFull: boolean): Promise<string> => {
    const seen = await look(setFaults());
    const facts = typeof seen === 'string' ? undefined : seen.facts;
    const isUnchanged = !isFull && facts !== undefined && facts === left.settled;
    if (isUnchanged && isLeftOut()) {
      onPass?.('skipped');
      left.settled = facts;
      return left.lasting;
    }
    onPass?.(isFull ? 'full' : isUnchanged ? 'proof' : reasonOf(seen, left));
    left.window = freezeWindow();
    let outcome = 'failed';
    const wrote = await isEventful(life, passes, async () => {
      outcome = await passes.pass(input);
    });
    left.lived = counts.passes;
    if (isUnchanged) prove(wrote, outcome);
    left.lasting = outcome;
    left.settled = wrote ? undefined : await factsAfter(facts, outcome);
    return outcome;
  };

  return {
    violations,
    pass: (input) => passOf(input, false),
    fullPass: (input) => passOf(input, true),
  };
};
