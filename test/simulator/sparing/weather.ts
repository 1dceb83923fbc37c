import { dayMs } from '../../../lib/core/model/durations.ts';
import { type FaultKind, type FaultRates, noFaults } from '../engine/faults.ts';
import { type Draws, drawsOf } from '../engine/random.ts';

/**
 * How faults and people come: in spells, as they do in reality. In a still spell disks grow and no one changes anything;
 * then people work for some days, or one storm day brings fault after fault.
 */
export interface Weather {
  /** Whether people work on a day, counted from 0. */
  readonly isBusy: (day: number) => boolean;
  /** Rates of the pass or watch that begins at this moment; most have no faults at all. */
  readonly ratesAt: (atMs: number) => FaultRates;
}

type Sky = 'still' | 'busy' | 'storm';

interface Climate {
  /** Mean length of a still spell, in days. */
  readonly stillDays: number;
  /** Probability that a spell between two still ones is a storm. */
  readonly storms: number;
  /** By how much a storm multiplies the rates. */
  readonly force: number;
}

/** Probability that faults can strike in a pass at all. */
const exposure: Readonly<Record<Sky, number>> = { still: 0.02, busy: 0.5, storm: 1 };

const climateOf = (draws: Draws): Climate => ({
  stillDays: draws.one([10, 20, 30, 60]),
  storms: draws.one([0.2, 0.4, 0.7]),
  force: draws.one([2, 5, 10]),
});

/** Skies day by day, drawn as far as they are asked for. */
const createSkies = (seed: number, { stillDays, storms }: Climate) => {
  const draws = drawsOf(seed, 'weather', 'spells');
  const skies: Sky[] = [];
  const add = (sky: Sky, days: number) => skies.push(...Array<Sky>(days).fill(sky));
  return (day: number): Sky => {
    while (skies.length <= day) {
      if (draws.chance(storms)) add('storm', 1);
      else add('busy', draws.between(1, 2));
      add('still', draws.between(stillDays / 2, stillDays + stillDays / 2));
    }
    return skies[day] ?? 'still';
  };
};

const multiplied = (rates: FaultRates, by: number): FaultRates =>
  Object.fromEntries((Object.entries(rates) as [FaultKind, number][]).map(([kind, x]) => [kind, Math.min(1, x * by)]));

/**
 * Weather drawn from a seed.
 * @param rates what a storm multiplies, and what holds in the disturbed passes of every other day
 */
export const drawnWeather = (seed: number, startMs: number, rates: FaultRates): Weather => {
  const climate = climateOf(drawsOf(seed, 'weather'));
  const skyOn = createSkies(seed, climate);
  const stormRates = multiplied(rates, climate.force);
  return {
    isBusy: (day) => skyOn(day) !== 'still',
    ratesAt: (atMs) => {
      const sky = skyOn(Math.floor((atMs - startMs) / dayMs));
      if (!drawsOf(seed, 'weather', 'exposure', atMs).chance(exposure[sky])) return noFaults;
      return sky === 'storm' ? stormRates : rates;
    },
  };
};

/** The same rates all the time, and no one at work. */
export const quietWeather = (rates: FaultRates): Weather => ({ isBusy: () => false, ratesAt: () => rates });
