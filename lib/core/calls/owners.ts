/** More tokens would need another agreement with the platform, not more users. */
export const mostTokens = 10;

/**
 * Names of the tokens' owners in the keys of their ledgers, in the order of their secrets. The first one keeps the name that
 * it has in a deployment with one token.
 */
export const ownersOf = (tokens: number): readonly string[] =>
  Array.from({ length: tokens }, (_, index) => (index === 0 ? 'default' : `token-${index + 1}`));
