import type { Scenario } from '../../emulator/scenario/scenario.ts';

/** Tokens of as many application users. */
export const tokensOf = (seed: number, count: number): readonly [string, ...string[]] => [
  `canary-${seed}-5f1c`,
  ...Array.from({ length: count - 1 }, (_, index) => `canary-${seed}-5f1c-${index + 2}`),
];

/** The organization with users for all tokens but the first, which the platform makes by itself. */
export const withUsers = (scenario: Scenario, [, ...others]: readonly string[]): Scenario => ({
  ...scenario,
  tokens: [
    ...(scenario.tokens ?? []),
    ...others.map((token) => ({ name: token, token, roles: { '*': 'operator' as const }, application: true })),
  ],
});
