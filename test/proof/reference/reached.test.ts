import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { organization } from '../../reference/drawn.ts';
import { referencePlan } from '../../reference/outcome.ts';
import { countReached } from '../../reference/reached.ts';

it('the organizations for which planner and reference are compared reach every point that the reference knows', () => {
  const { add, missed } = countReached();
  for (const input of fc.sample(organization, { seed: inject('seed'), numRuns: 1_000 }))
    add(input, referencePlan(input));
  expect(missed()).toEqual([]);
});
