import { expect, it } from 'vitest';
import { copiesOf, surveysOfRun } from '../../../lib/contract/tasks/copies.ts';
import { tasks } from '../../../lib/contract/tasks.ts';
import { definitionText } from '../../../lib/workflow/definitions.ts';

it.each([
  [10, 1],
  [100, 1],
  [400, 2],
  [1_000, 3],
])('%i calls a minute keep %i surveys of a run busy, and an event finds one beside two passes', (calls, surveys) => {
  expect([surveysOfRun(calls), copiesOf(tasks.survey, calls)]).toEqual([surveys, 2 * surveys + 1]);
});

it('an event finds a copy of `ask` beside two passes', () => {
  expect(copiesOf(tasks.ask, 100)).toBe(3);
});

it.each([100, 1_000])('the maps of the definition run as many copies as there are, at %i calls a minute', (calls) => {
  const written = [...definitionText('reconcile', calls).matchAll(/"MaxConcurrency": (\d+)/g)].map(([, n]) =>
    Number(n),
  );
  expect(written).toEqual([surveysOfRun(calls), copiesOf(tasks.apply, calls), copiesOf(tasks.apply, calls)]);
});
