import { describe, expect, it } from 'vitest';
import { drawnScenario, sampleScenario, structuresOf } from './structures.ts';

/** Plans, digests, reports and events are an interface: a move or a rename must leave them as they were, but for words. */
describe('the results of runs have a stable structure', () => {
  it.each([
    ['sample', sampleScenario],
    ['drawn-11', () => drawnScenario(11)],
    ['drawn-22', () => drawnScenario(22)],
    ['drawn-33', () => drawnScenario(33)],
  ] as const)('on the organization %s', async (name, scenario) => {
    const text = `${JSON.stringify(await structuresOf(scenario()), null, 1)}\n`;
    await expect(text).toMatchFileSnapshot(`structures/${name}.json`);
  });
});
