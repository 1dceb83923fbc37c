import { type OpenedPlatform, openPlatform, type PlatformOptions } from '../../../lib/emulator/open.ts';

/** Tokens of as many application users. */
export const tokensOf = (seed: number, count: number): readonly [string, ...string[]] => [
  `canary-${seed}-5f1c`,
  ...Array.from({ length: count - 1 }, (_, index) => `canary-${seed}-5f1c-${index + 2}`),
];

/** The platform with a user for each token; it makes that of the first by itself. */
export const openWithUsers = (
  [token, ...others]: readonly [string, ...string[]],
  { scenario, ...options }: Omit<PlatformOptions, 'token'>,
): OpenedPlatform => {
  const users = others.map((secret) => ({
    name: secret,
    token: secret,
    roles: { '*': 'operator' as const },
    application: true,
  }));
  return openPlatform({ ...options, token, scenario: { ...scenario, tokens: [...(scenario.tokens ?? []), ...users] } });
};
