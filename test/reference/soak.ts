import fc from 'fast-check';
import { differs, expectedOutcome, plannedOutcome } from './compared.ts';
import { organization } from './drawn.ts';
import { referencePlan } from './outcome.ts';
import { countReached } from './reached.ts';

/** A part of the comparison: each part has a seed of its own, so that memory stays small. */
export const compareDrawn = (seed: number, numRuns: number) => {
  const reached = countReached();
  for (const input of fc.sample(organization, { seed, numRuns })) reached.add(input, referencePlan(input));
  const check = fc.check(
    fc.property(organization, (input) => !differs(input)),
    { seed, numRuns },
  );
  const [smallest] = check.counterexample ?? [];
  const shown = (value: unknown) => JSON.stringify(value, (_, each) => (each instanceof Map ? [...each] : each));
  const problems =
    smallest === undefined
      ? []
      : [`${shown(smallest)}: ${shown(plannedOutcome(smallest))} instead of ${shown(expectedOutcome(smallest))}`];
  return {
    seed,
    organizations: numRuns,
    points: Object.fromEntries(reached.counts),
    problems: [...problems, ...reached.missed()],
  };
};
