import { groupBy } from '../model/grouping.ts';
import type { Policy } from '../model/policy-document.ts';
import { counted } from '../model/visible-text.ts';
import { type GrowthKind, rhythms } from './growth.ts';
import { bandDays, isAbove, type PastError, usualConfidence } from './growth-band.ts';

/** How forecasts of the last weeks, repeated from what was known then, came out for the disks that grow alike. */
interface RhythmRecord {
  /** Percent of the highest values that were to stay under the upper end. */
  readonly confidence: number;
  readonly rhythm: GrowthKind;
  readonly forecasts: number;
  /** Highest values above the upper end. */
  readonly above: number;
}

/** The record of an organization or of one disk; rhythms without a forecast are left out. */
export type ForecastRecord = readonly RhythmRecord[];

/** What a policy promises, besides the usual: the confidences of its rules. */
export const promisedIn = ({ rules }: Pick<Policy, 'rules'>): number[] =>
  [...new Set([usualConfidence, ...rules.flatMap(({ forecast }) => forecast?.confidence ?? [])])].sort((a, b) => a - b);

export const forecastRecord = (
  errors: readonly PastError[],
  confidences: readonly number[] = [usualConfidence],
): ForecastRecord =>
  confidences.flatMap((confidence) =>
    rhythms.flatMap((rhythm) => {
      const all = errors.filter((error) => error.rhythm === rhythm);
      const above = all.filter((error) => isAbove(error, confidence)).length;
      return all.length === 0 ? [] : [{ confidence, rhythm, forecasts: all.length, above }];
    }),
  );

const percent = (above: number, forecasts: number): string => `${((100 * above) / forecasts).toFixed(1)} %`;

const promiseText = ([confidence, records]: readonly [number, ForecastRecord]): string => {
  const parts = records.map(
    ({ rhythm, above, forecasts }) => `${rhythm} growth ${percent(above, forecasts)} of ${forecasts}`,
  );
  const sum = (of: 'forecasts' | 'above') => records.reduce((total, each) => total + each[of], 0);
  const forecasts = sum('forecasts');
  return `${100 - confidence} % above the P${confidence} promised, ${percent(sum('above'), forecasts)} came, in ${counted(forecasts, 'forecast')} of the last weeks, each for ${bandDays} days: ${parts.join(', ')}`;
};

/** What was promised and what came; null without a forecast to compare. */
export const recordText = (record: ForecastRecord): string | null =>
  record.length === 0 ? null : [...groupBy(record, (each) => each.confidence)].map(promiseText).join('; ');
