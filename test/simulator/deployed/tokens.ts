import type { Scenario } from '../../../lib/emulator/scenario/scenario.ts';

/** Tokens of as many application users. */
export const tokensOf = (seed: number, count: number): readonly [string, ...string[]] => [
  `canary-${seed}-5f1c`,
  ...Array.from({ length: count - 1 }, (_, index) => `canary-${seed}-5f1c-${index + 2}`),
];

/** The scenario with a user for each token but the first, whose user the platform makes by itself. */
export const withUsers = (scenario: Scenario, [, ...others]: readonly [string, ...string[]]): Scenario => {
  const roles = { '*': 'operator' as const };
  const users = others.map((secret) => ({ name: secret, token: secret, roles, application: true }));
  return { ...scenario, tokens: [...(scenario.tokens ?? []), ...users] };
};
