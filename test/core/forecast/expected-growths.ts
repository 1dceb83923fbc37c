import type { ExpectedGrowth } from '../../../lib/core/forecast/days-until.ts';
import { growthOf, type Sample } from '../../../lib/core/forecast/growth.ts';
import { bandOf, pastErrors } from '../../../lib/core/forecast/growth-band.ts';

const toSamples = (values: readonly number[]): Sample[] => values.map((gb, day) => ({ day, gb }));

/** Forecasts of series with a value a day, which form one organization with one service type. */
export const expectationsOf = (histories: readonly (readonly number[])[]): ExpectedGrowth[] => {
  const all = histories.map(toSamples);
  const band = bandOf(all.flatMap((samples) => pastErrors(samples)));
  return all.map((samples) => {
    const growth = growthOf(samples);
    if (growth === null) throw new Error('the history is too short');
    return { growth, band };
  });
};
