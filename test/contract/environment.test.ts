import { expect, test } from 'vitest';
import {
  environmentNames,
  readEnvironment,
  searchEngineVariable,
  secretsVariable,
} from '../../lib/contract/environment.ts';

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

test('the variables that name the secrets have one or several, in order', () => {
  const read = (text: string | undefined) => readEnvironment({ [environmentNames.secret]: text }, ['secret']).secret;
  for (const arns of [['arn:1'], ['arn:1', 'arn:2', 'arn:3']]) expect(read(secretsVariable(arns))).toEqual(arns);
  for (const text of ['', 'arn:1,', ',arn:2', undefined]) expect(() => read(text)).toThrow(environmentNames.secret);
});
