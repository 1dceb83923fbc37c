import { coverageText, type ListedForecast, listedDays, recordText } from '../../../core/forecast/plan-forecast.ts';
import { counted } from '../../../core/model/visible-text.ts';
import type { Plan } from '../../../core/plan/plan-result.ts';
import type { ReportSection } from '../../../dashboard/pages/report/section.ts';

const maximumCell = ({ maximum: { kind, gb } }: ListedForecast): string =>
  kind === 'total' ? `${gb ?? '?'} total` : `${gb ?? '?'}`;

const daysCell = (days: number | null): string => (days === null ? '' : String(days));

/** Columns of a service's forecast. The last one is the earliest day of the confidence range. */
export const daysHead = ['days to threshold', 'days to maximum', 'days at the soonest'] as const;

/** The columns as numbers; all empty without a forecast. */
export const daysCells = (forecast: ListedForecast | undefined): string[] => {
  const { daysToThreshold = null, daysToMaximum = null, soonestDaysToMaximum = null } = forecast ?? {};
  return [daysToThreshold, daysToMaximum, soonestDaysToMaximum].map(daysCell);
};

/** The columns for readers, with words for a maximum that is reached or that only the confidence range reaches. */
const textCells = (forecast: ListedForecast): string[] => {
  const { isReached, daysToMaximum, soonestDaysToMaximum } = forecast;
  const [threshold = '', expected = '', soonest = ''] = daysCells(forecast);
  if (isReached) return [threshold, 'reached', ''];
  return [threshold, daysToMaximum === null && soonestDaysToMaximum !== null ? 'not expected' : expected, soonest];
};

/** Summary of the forecast in one line; none if the run made no forecast. */
export const forecastFacts = ({ forecast }: Plan): readonly (readonly [string, string])[] => {
  if (forecast === undefined) return [];
  const { services, more, unknown, coverage } = forecast;
  const listed = more === 0 ? '' : `, of which the ${services.length} most urgent are listed`;
  const near = `${counted(services.length + more, 'service')} near the maximum or the threshold within ${listedDays} days${listed}`;
  const withoutForecast =
    unknown === 0 ? '' : `; no forecast yet for ${counted(unknown, 'service')} (headroom forecast shows why)`;
  const record = recordText(forecast.record ?? []);
  return [
    ['forecast', `${near}${withoutForecast}`],
    ['forecast coverage', coverageText(coverage)],
    ...(record === null ? [] : [['forecast record', record] as const]),
  ];
};

/** Services near their maximum or threshold, most urgent first, with the maximum that the run read, or the lower one that its plan sets. */
export const forecastSection = (plan: Plan | null): ReportSection => ({
  title: 'Forecast',
  head: ['project', 'service', 'maximum GB', ...daysHead],
  rows: (plan?.forecast?.services ?? []).map((forecast) => [
    forecast.project,
    forecast.service,
    maximumCell(forecast),
    ...textCells(forecast),
  ]),
});
