import { expect, test } from 'vitest';
import { environmentNames, readEnvironment, searchEngineVariable } from '../../lib/contract/environment.ts';

test.each([
  [{ profile: 'documented' }, 'engine'],
  [{ profile: 'documented', searchEngine: 'finder' }, 'finder'],
  [{ profile: 'current', searchEngine: 'finder' }, 'finder'],
  // Set, so it wins although no live platform has it.
  [{ profile: 'current', searchEngine: 'engine' }, 'engine'],
  // Not set: the platform is asked for its own.
  [{ profile: 'current' }, undefined],
] as const)('a deployment with %j tells its functions the word %s', (settings, word) => {
  const variables = { [environmentNames.searchEngine]: searchEngineVariable(settings) };
  expect(readEnvironment(variables, ['searchEngine'])).toEqual({ searchEngine: word });
});
