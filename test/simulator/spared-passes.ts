import { noFaults } from './engine/faults.ts';
import type { Passes } from './passes.ts';
import type { SeenLife } from './sparing/lived-passes.ts';
import {
  type BrokenLaw,
  isEventful,
  type SparingPasses,
  sparingPasses,
  type Unchanged,
  unchangedLaw,
} from './sparing/unchanged.ts';
import type { Weather } from './sparing/weather.ts';
import { createTally, proofEvery, type SparingCounts } from './tally.ts';

/** A life as far as it says whether a pass or a watch could do anything. */
export interface WatchedLife extends SeenLife {
  /** Everything that a watch could have to report, as text. */
  readonly events: () => string;
}

/** Passes and watches of which those over an unchanged organization need not be lived. */
export interface SparedPasses extends SparingPasses, Pick<Passes, 'watch'> {
  readonly spared: SparingCounts;
}

interface SparedOptions {
  readonly unchanged: Unchanged;
  readonly weather: Weather;
  readonly nextMs: () => number;
}

/** The passes of a life as the product spares them, and watches by the same rule: what the last one left is what they find. */
export const sparedPasses = (life: WatchedLife, passes: Passes, options: SparedOptions): SparedPasses => {
  const { time, faults } = life;
  const { counts } = passes;
  const tally = createTally(options.unchanged);
  const sparing = sparingPasses(life, passes, { ...options, proofEvery, onPass: tally.count });
  const violations: BrokenLaw[] = [];
  /** What the last watch found, if no write came of it. */
  let watched: string | undefined;
  /** Passes so far, as far as this knows: operators ask for passes of their own. */
  let lived = 0;
  const forgetAfterOthers = () => {
    if (counts.passes !== lived) watched = undefined;
  };

  const noted =
    (pass: SparingPasses['pass']): SparingPasses['pass'] =>
    async (input) => {
      forgetAfterOthers();
      const outcome = await pass(input);
      lived = counts.passes;
      return outcome;
    };

  const watch = async (): Promise<void> => {
    const rates = options.weather.ratesAt(time.now());
    faults.set(rates);
    forgetAfterOthers();
    const facts = rates === noFaults ? life.events() : undefined;
    const isUnchanged = facts !== undefined && facts === watched;
    if (isUnchanged && tally.isWatchLeftOut()) return;
    const before = counts.passes;
    const wrote = await isEventful(life, passes, passes.watch);
    lived = counts.passes;
    if (isUnchanged && counts.passes > before)
      violations.push({ law: unchangedLaw, atMs: time.now(), message: 'a watch found something to do' });
    watched = wrote ? undefined : facts;
  };

  return {
    spared: tally.spared,
    get violations() {
      return [...sparing.violations, ...violations];
    },
    watch,
    pass: noted(sparing.pass),
    fullPass: noted(sparing.fullPass),
  };
};
