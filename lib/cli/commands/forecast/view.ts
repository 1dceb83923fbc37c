import { soonDays } from '../../../core/disk/disk-troubles.ts';
import { rangeText } from '../../../core/forecast/days-until.ts';
import { daysText, type Forecast, type KnownForecast } from '../../../core/forecast/forecast.ts';
import { byService } from '../../../core/model/grouping.ts';
import type { HeldMaximum } from '../../../core/model/model.ts';
import { mbPerGb } from '../../../core/model/sizes.ts';
import { counted } from '../../../core/model/visible-text.ts';
import { type Cell, type Column, type Reader, showRows } from '../../shell/columns.ts';
import type { Console } from '../../shell/console.ts';

/** A service with its forecast. */
export interface ForecastRow {
  readonly project: string;
  readonly service: string;
  readonly serviceType: string;
  /** From its endpoint; null without an autoscaler. */
  readonly maximum: HeldMaximum | null;
  readonly provisionedGb: number | null;
  readonly forecast: Forecast;
}

/** Cell of an unknown or missing number. */
const none = '–';

/** A disk without an autoscaler reaches no maximum, and is full all the same. */
const urgency = ({ maximum, forecast }: ForecastRow): number => {
  if (forecast.kind === 'unknown') return Number.POSITIVE_INFINITY;
  const days = maximum === null ? forecast.soonestDaysToFull : forecast.soonestDaysToMaximum;
  return days ?? Number.MAX_SAFE_INTEGER;
};

/** Orders by urgency, then by name; unknown forecasts last. */
export const byUrgency = (a: ForecastRow, b: ForecastRow): number => {
  const [first, second] = [urgency(a), urgency(b)];
  return first === second ? byService(a, b) : first - second;
};

export const gbOf = (diskMb: number | null): number | null => (diskMb === null ? null : diskMb / mbPerGb);

const rounded = (value: number): string => (value >= 10 ? `${Math.round(value)}` : `${Number(value.toFixed(1))}`);

const maximumCell = (maximum: HeldMaximum | null): string => {
  if (maximum === null) return none;
  if (maximum.gb === null) return '?';
  return maximum.kind === 'total' ? `${maximum.gb} total` : `${maximum.gb}`;
};

const thresholdCell = (forecast: Forecast): string => {
  if (forecast.kind === 'unknown') return none;
  if (forecast.daysToThreshold !== null) return `${forecast.daysToThreshold}`;
  return forecast.basis === 'used' ? `>${forecast.horizonDays}` : 'not measured';
};

const isSoon = (forecast: Forecast): boolean =>
  forecast.kind === 'known' &&
  !forecast.isReached &&
  (forecast.soonestDaysToMaximum ?? Number.MAX_SAFE_INTEGER) <= soonDays;

/** Marks the limit of the plan, where a higher maximum changes nothing; data has a column of its own for it. */
const withLimit = (text: string, { limitedBy }: KnownForecast, reader: Reader): string =>
  limitedBy === 'plan' && reader !== 'program' ? `${text}, plan` : text;

const maximumDaysCell = ({ maximum, forecast }: ForecastRow, reader: Reader): Cell => {
  if (forecast.kind === 'unknown') return { text: forecast.why, style: 'dim' };
  if (maximum === null) return 'no autoscaler';
  if (forecast.limitGb === null) return { text: 'needs the disk size of the service plan', style: 'dim' };
  if (forecast.isReached) return { text: withLimit('reached', forecast, reader), style: 'red' };
  const text = withLimit(daysText(forecast), forecast, reader);
  return isSoon(forecast) ? { text, style: 'yellow' } : text;
};

/** Days until use fills the largest disk that the service can get. */
const fullCell = (forecast: Forecast): Cell => {
  if (forecast.kind === 'unknown') return none;
  const { basis, limitedBy, daysToFull, soonestDaysToFull, latestDaysToFull, horizonDays } = forecast;
  if (limitedBy === null) return '?';
  if (basis !== 'used') return 'not measured';
  if (soonestDaysToFull === null) return `>${horizonDays}`;
  return rangeText(daysToFull, soonestDaysToFull, latestDaysToFull, horizonDays);
};

const limitedByCell = (forecast: Forecast): string =>
  forecast.kind === 'unknown' ? '' : (forecast.limitedBy ?? 'unknown');

export const forecastColumns: readonly Column<ForecastRow>[] = [
  { name: 'project', cell: ({ project }) => project },
  { name: 'service', cell: ({ service }) => service },
  { name: 'maximum GB', cell: ({ maximum }) => maximumCell(maximum) },
  { name: 'provisioned GB', cell: ({ provisionedGb }) => (provisionedGb === null ? '?' : rounded(provisionedGb)) },
  {
    name: 'GB per day',
    cell: ({ forecast }) => (forecast.kind === 'known' ? rounded(forecast.slopeGbPerDay) : none),
  },
  { name: 'days to threshold', cell: ({ forecast }) => thresholdCell(forecast) },
  { name: 'days to maximum', cell: maximumDaysCell },
  { name: 'days to full', cell: ({ forecast }) => fullCell(forecast) },
  { name: 'limited by', cell: ({ forecast }) => limitedByCell(forecast), readers: ['program'] },
];

/** Prints the table of all services, and a last line with counts. */
export const showForecasts = (console: Console, rows: readonly ForecastRow[]): void => {
  showRows(console.records, console.reader, forecastColumns, rows);
  const count = (matches: (forecast: Forecast) => boolean) => rows.filter(({ forecast }) => matches(forecast)).length;
  const soon = count((forecast) => isSoon(forecast));
  const reached = count((forecast) => forecast.kind === 'known' && forecast.isReached);
  const unknown = count(({ kind }) => kind === 'unknown');
  const atPlan = count((forecast) => forecast.kind === 'known' && forecast.isReached && forecast.limitedBy === 'plan');
  const ofPlan = atPlan === 0 ? '' : ` (${atPlan} of them at the limit of the plan)`;
  const filling = rows.filter((row) => row.maximum === null && urgency(row) <= soonDays).length;
  const full =
    filling === 0 ? '' : `${filling} without an autoscaler may be full within ${counted(soonDays, 'day')} (P90), `;
  console.line();
  console.line(
    `Forecast: of ${counted(rows.length, 'service')}, ${soon} may reach the maximum within ${counted(soonDays, 'day')} (P90), ${reached} at the maximum${ofPlan}, ${full}${unknown} unknown.`,
  );
};
