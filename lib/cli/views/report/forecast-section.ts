import { type ListedForecast, listedDays } from '../../../core/forecast/plan-forecast.ts';
import type { Plan } from '../../../core/plan/plan-result.ts';
import type { Section } from './section.ts';

const maximumCell = ({ maximum: { kind, gb } }: ListedForecast): string =>
  kind === 'total' ? `${gb ?? '?'} in all` : `${gb ?? '?'}`;

const daysCell = (days: number | null): string => (days === null ? '' : String(days));

/** Columns of what is foreseen of one service; the days of the maximum as expected, and at the upper end of the band. */
export const daysHead = ['days to threshold', 'days to maximum', 'days at the soonest'] as const;

/** The same as cells, for a table of numbers; all empty where nothing is foreseen of the service. */
export const daysCells = (foreseen: ListedForecast | undefined): string[] => {
  const { daysToThreshold = null, daysToMaximum = null, soonestDaysToMaximum = null } = foreseen ?? {};
  return [daysToThreshold, daysToMaximum, soonestDaysToMaximum].map(daysCell);
};

/** The same for people: a maximum that is reached, and one that only the upper end of the band reaches, say so. */
const spokenCells = (foreseen: ListedForecast): string[] => {
  const { isReached, daysToMaximum, soonestDaysToMaximum } = foreseen;
  const [threshold = '', expected = '', soonest = ''] = daysCells(foreseen);
  if (isReached) return [threshold, 'reached', ''];
  return [threshold, daysToMaximum === null && soonestDaysToMaximum !== null ? 'not expected' : expected, soonest];
};

const count = (services: number): string => `${services} ${services === 1 ? 'service' : 'services'}`;

/** What the forecast comes to, in a line; nothing where none was made. */
export const forecastFacts = ({ forecast }: Plan): (readonly [string, string])[] => {
  if (forecast === undefined) return [];
  const { services, more, unknown } = forecast;
  const left = more === 0 ? '' : `, of which the ${services.length} most urgent are listed`;
  const near = `${count(services.length + more)} near the maximum or the threshold within ${listedDays} days${left}`;
  const silent = unknown === 0 ? '' : `; nothing can be said yet of ${count(unknown)}: headroom forecast tells why`;
  return [['forecast', `${near}${silent}`]];
};

/** Services that come near their maximum or threshold, the most urgent first, with the maximum that the run has found. */
export const forecastSection = (plan: Plan | null): Section => ({
  title: 'Forecast',
  head: ['project', 'service', 'maximum GB', ...daysHead],
  rows: (plan?.forecast?.services ?? []).map((foreseen) => [
    foreseen.project,
    foreseen.service,
    maximumCell(foreseen),
    ...spokenCells(foreseen),
  ]),
  empty:
    plan?.forecast === undefined
      ? 'This run made no forecast.'
      : `No service is foreseen to come near its maximum or its threshold within ${listedDays} days.`,
});
