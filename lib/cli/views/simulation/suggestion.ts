import { pointOf, type Trial } from '../../../core/twin/suggestion/frontier.ts';
import type { Suggestion } from '../../../core/twin/suggestion/suggestion.ts';
import type { Console } from '../../shell/console.ts';
import { amountText, none } from './amounts.ts';

const changeText = ({ changes }: Pick<Trial, 'changes'>): string =>
  changes.length === 0 ? 'the policy as it is' : changes.map(({ text }) => text).join(', ');

const bestLine = ({ isReached, best, wanted, tried }: Suggestion): string => {
  const { productionHours, hours } = pointOf(best);
  if (isReached && best.changes.length === 0) return `The policy already reaches ${wanted}.`;
  if (isReached) return `Reaches ${wanted} with ${changeText(best)}.`;
  const least = `${amountText(hours)} hours full, ${amountText(productionHours)} of them in production`;
  return `No policy of ${tried} reaches ${wanted}. The safest has ${least}: ${changeText(best)}.`;
};

/** What to think of the best trial, in a sentence, and what an interrupt left out. */
export const suggestionLine = (suggestion: Suggestion): string =>
  suggestion.isWhole
    ? bestLine(suggestion)
    : `The search was interrupted; the best so far, with the worst seed: ${bestLine(suggestion)}`;

/** The frontier of money against hours with full disks; the last column says what to change. */
export const frontierRows = ({ frontier }: Suggestion): string[][] =>
  frontier.map((trial) => {
    const { productionHours, hours } = pointOf(trial);
    return [
      amountText(trial.result.measures.cost.p90),
      amountText(productionHours),
      amountText(hours),
      changeText(trial),
    ];
  });

/** What one more avoided hour costs in each budget; none where nothing was tried. */
export const priceRows = ({ prices, tried }: Suggestion): string[][] =>
  tried <= 1
    ? []
    : prices.map(({ budget, monthly, next }) =>
        next === null
          ? [budget, 'unknown', `${monthly} → ?`, none]
          : [budget, amountText(next.perHour), `${monthly} → ${next.monthly}`, amountText(next.avoidedHours)],
      );

export const priceHead = ['budget', 'next avoided hour, a month', 'monthly', 'hours avoided'];

export const frontierHead = ['cost of the whole time', 'hours full, production', 'hours full', 'change'];

/** Shows a suggestion: the frontier, and the smallest change as a patch to review. */
export const showSuggestion = (console: Console, suggestion: Suggestion): void => {
  console.line();
  console.line({ text: `Suggestion (policies tried with the worst seed: ${suggestion.tried})`, style: 'bold' });
  console.table(frontierHead, frontierRows(suggestion));
  const prices = priceRows(suggestion);
  if (prices.length > 0) console.table(priceHead, prices);
  console.line(suggestionLine(suggestion));
  if (suggestion.patch === '') return;
  console.line('To review and apply with git apply:');
  console.line();
  for (const line of suggestion.patch.trimEnd().split('\n')) console.line(line);
};
