import { counted } from '../model/visible-text.ts';
import { type Rhythm, rhythms } from './growth.ts';
import { bandDays, type PastError } from './growth-band.ts';

/** How forecasts of the last weeks, repeated from what was known then, came out for the disks that grow alike. */
interface RhythmRecord {
  readonly rhythm: Rhythm;
  readonly forecasts: number;
  /** Highest values above the upper end (P90), which one in ten should be. */
  readonly above: number;
}

/** The record of an organization; rhythms without a forecast are left out. */
export type ForecastRecord = readonly RhythmRecord[];

export const forecastRecord = (errors: readonly PastError[]): ForecastRecord =>
  rhythms.flatMap((rhythm) => {
    const all = errors.filter((error) => error.rhythm === rhythm);
    return all.length === 0
      ? []
      : [{ rhythm, forecasts: all.length, above: all.filter(({ high }) => high > 1).length }];
  });

const percent = (above: number, forecasts: number): string => `${((100 * above) / forecasts).toFixed(1)} %`;

const sum = (record: ForecastRecord, of: 'forecasts' | 'above'): number =>
  record.reduce((total, each) => total + each[of], 0);

/** What was promised and what came; null without a forecast to compare. */
export const recordText = (record: ForecastRecord): string | null => {
  const forecasts = sum(record, 'forecasts');
  if (forecasts === 0) return null;
  const parts = record.map(
    ({ rhythm, ...of }) => `${rhythm} growth ${percent(of.above, of.forecasts)} of ${of.forecasts}`,
  );
  return `10 % above the P90 promised, ${percent(sum(record, 'above'), forecasts)} came, in ${counted(forecasts, 'forecast')} of the last weeks, each for ${bandDays} days: ${parts.join(', ')}`;
};
