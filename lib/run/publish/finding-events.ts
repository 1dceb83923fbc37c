import type { HeadroomEvent, warnings } from '../../contract/events.ts';
import { byText, compositeKey, groupBy } from '../../core/model/grouping.ts';
import type { Episode, EpisodeChanges } from '../../core/notices/known-findings.ts';
import type { Notice } from '../../core/notices/notices.ts';
import { lossKinds } from '../../core/service/drift.ts';

type Warning = (typeof warnings)[number];

const warningOfCode: Readonly<Record<string, Warning>> = {
  'maximum-reached': 'MaximumReached',
  'maximum-soon': 'MaximumSoon',
  'disk-full': 'DiskFillsUp',
  'autoscaler-stuck': 'DiskFillsUp',
  'disk-fills-up': 'DiskFillsUp',
  'plan-limit-reached': 'MaximumReached',
  'budget-exceeded': 'BudgetExceeded',
  'budget-nearly-used': 'BudgetNearlyUsed',
  'autoscaler-lost': 'AutoscalerLost',
};

/** With drift: report, a loss is one of the changes that the finding `drift` lists. */
const isLoss = ({ code, details }: Episode): boolean =>
  code === 'drift' && lossKinds.some((kind) => String(details.drift).split(', ').includes(kind));

const warningOf = (episode: Episode): Warning | undefined =>
  isLoss(episode) ? 'AutoscalerLost' : warningOfCode[episode.code];

const numberIn = ({ details }: Episode, name: string): number => {
  const value = details[name];
  return typeof value === 'number' ? value : 0;
};

/** The wanted numbers that exist. */
const numbersIn = (episode: Episode, wanted: readonly string[]): Readonly<Record<string, number>> => {
  const present = wanted.filter((name) => episode.details[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, numberIn(episode, name)]));
};

const textsIn = ({ details }: Episode, wanted: readonly string[]): Readonly<Record<string, string>> => {
  const present = wanted.filter((name) => details[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, String(details[name])]));
};

const textIn = ({ details }: Episode, name: string): string => String(details[name] ?? '');

const opening = (episode: Episode, runId: string): HeadroomEvent | undefined => {
  const { project, service, subject: budget } = episode;
  const monthly = textIn(episode, 'monthly');
  switch (warningOf(episode)) {
    case 'MaximumReached': {
      const maxAdditionalGb = numberIn(episode, 'maxAdditionalGb');
      return { type: 'MaximumReached', detail: { project, service, runId, maxAdditionalGb } };
    }
    case 'MaximumSoon': {
      const band = numbersIn(episode, ['daysSoonest', 'daysAtMost']);
      return { type: 'MaximumSoon', detail: { project, service, runId, days: numberIn(episode, 'days'), ...band } };
    }
    case 'DiskFillsUp': {
      const numbers = numbersIn(episode, ['percent', 'days', 'daysSoonest', 'daysAtMost']);
      const texts = textsIn(episode, ['budget', 'limitedBy', 'raiseMonthly']);
      return { type: 'DiskFillsUp', detail: { project, service, runId, level: episode.subject, ...numbers, ...texts } };
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
    case 'AutoscalerLost':
      return {
        type: 'AutoscalerLost',
        detail: { project, service, runId, drift: textIn(episode, 'drift'), text: episode.message },
      };
    default:
      return undefined;
  }
};

const recovery = (episode: Episode, runId: string): HeadroomEvent | undefined => {
  const { project, service, subject, since } = episode;
  const from = warningOf(episode);
  if (from === undefined) return undefined;
  const place = project === '' ? { budget: subject } : { project, service };
  return { type: 'Recovered', detail: { from, ...place, runId, since } };
};

/** The warning that an episode belongs to: episodes of several codes may be one for programs. Undefined: none. */
const warningKey = (episode: Episode): string | undefined => {
  const warning = warningOf(episode);
  const { project, service, subject } = episode;
  return warning && compositeKey(warning, project, service, service === '' ? subject : '');
};

/** A warning that is open opens again only at another level. */
const levelKey = (episode: Episode): string =>
  compositeKey(warningKey(episode), warningOf(episode) === 'DiskFillsUp' ? episode.subject : '');

/** Without those whose warning was open before the run under another code, as when the policy begins to repair drift. */
const withoutOpened = ({ opened, ended, open }: EpisodeChanges): readonly Episode[] => {
  const isNew = new Set(opened);
  const before = new Set([...open.filter((episode) => !isNew.has(episode)), ...ended].map(levelKey));
  return opened.filter((episode) => !before.has(levelKey(episode)));
};

/** The first one of each warning that is over: it goes on while any of its episodes does. */
const endedWarnings = ({ ended, open }: EpisodeChanges): readonly Episode[] => {
  const goesOn = new Set(open.map(warningKey));
  const over = ended.filter((episode) => !goesOn.has(warningKey(episode)));
  return [...groupBy(over, warningKey).values()].flatMap(
    (episodes) => episodes.toSorted((a, b) => byText(a.since, b.since))[0] ?? [],
  );
};

/** Events for the warnings that a run opens and ends, and for notices to people. */
export const episodeEvents = (changes: EpisodeChanges, notices: readonly Notice[], runId: string): HeadroomEvent[] =>
  [
    ...withoutOpened(changes).map((episode) => opening(episode, runId)),
    ...endedWarnings(changes).map((episode) => recovery(episode, runId)),
    ...notices.map((detail): HeadroomEvent => ({ type: 'Notice', detail })),
  ].filter((event) => event !== undefined);
