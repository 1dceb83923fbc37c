import type { HeadroomEvent, warnings } from '../../contract/events.ts';
import type { Episode } from '../../core/notices/episodes.ts';
import type { Notice } from '../../core/notices/notices.ts';

type Warning = (typeof warnings)[number];

const warningOf: Readonly<Record<string, Warning>> = {
  'maximum-reached': 'MaximumReached',
  'maximum-soon': 'MaximumSoon',
  'disk-fills-up': 'DiskFillsUp',
  'budget-exceeded': 'BudgetExceeded',
  'budget-nearly-used': 'BudgetNearlyUsed',
};

const numberIn = ({ details }: Episode, name: string): number => {
  const value = details[name];
  return typeof value === 'number' ? value : 0;
};

/** The wanted numbers that exist. */
const numbersIn = (episode: Episode, wanted: readonly string[]): Readonly<Record<string, number>> => {
  const present = wanted.filter((name) => episode.details[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, numberIn(episode, name)]));
};

const textIn = ({ details }: Episode, name: string): string => String(details[name] ?? '');

const opening = (episode: Episode, runId: string): HeadroomEvent | undefined => {
  const { project, service, subject: budget, details } = episode;
  const monthly = textIn(episode, 'monthly');
  switch (warningOf[episode.code]) {
    case 'MaximumReached': {
      const maxAdditionalGb = numberIn(episode, 'maxAdditionalGb');
      return { type: 'MaximumReached', detail: { project, service, runId, maxAdditionalGb } };
    }
    case 'MaximumSoon': {
      const band = numbersIn(episode, ['daysSoonest', 'daysAtMost']);
      return { type: 'MaximumSoon', detail: { project, service, runId, days: numberIn(episode, 'days'), ...band } };
    }
    case 'DiskFillsUp': {
      const days = numbersIn(episode, ['days', 'daysSoonest', 'daysAtMost']);
      const raise = details.raiseMonthly === undefined ? {} : { raiseMonthly: textIn(episode, 'raiseMonthly') };
      const place = { project, service, budget: textIn(episode, 'budget') };
      const fill = { level: episode.subject, percent: numberIn(episode, 'percent'), ...days };
      return { type: 'DiskFillsUp', detail: { ...place, runId, ...fill, ...raise } };
    }
    case 'BudgetExceeded':
      return {
        type: 'BudgetExceeded',
        detail: { budget, runId, monthly, floorMonthly: textIn(episode, 'floorMonthly') },
      };
    case 'BudgetNearlyUsed':
      return {
        type: 'BudgetNearlyUsed',
        detail: { budget, runId, monthly, allocatedMonthly: textIn(episode, 'allocatedMonthly') },
      };
    default:
      return undefined;
  }
};

const recovery = ({ code, project, service, subject, since }: Episode, runId: string): HeadroomEvent | undefined => {
  const from = warningOf[code];
  if (from === undefined) return undefined;
  const place = project === '' ? { budget: subject } : { project, service };
  return { type: 'Recovered', detail: { from, ...place, runId, since } };
};

/** Events for the episodes that a run opens and ends, and for notices to people. */
export const episodeEvents = (
  { opened, ended }: { readonly opened: readonly Episode[]; readonly ended: readonly Episode[] },
  notices: readonly Notice[],
  runId: string,
): HeadroomEvent[] =>
  [
    ...opened.map((episode) => opening(episode, runId)),
    ...ended.map((episode) => recovery(episode, runId)),
    ...notices.map((detail): HeadroomEvent => ({ type: 'Notice', detail })),
  ].filter((event) => event !== undefined);
