import { createHash, createHmac } from 'node:crypto';
import { badRequest, conflict, tokenNotFound } from '../protocol/refusal.ts';
import { drawUuid } from './random.ts';
import type { PlatformState, Token, User } from './state.ts';

/** Access tokens: made, found and taken away. A token itself is seen once, by whoever asked for it; then only its hash. */

/** SHA-256 in hexadecimal: what is kept of a token. */
export const tokenDigest = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Characters of a prefix (platform-facts §2.10). */
const prefixLength = 12;
/** Shorter tokens, which only a scenario can name, would show too much of themselves. */
const shortestShown = 32;

const prefixOf = (secret: string): string =>
  (secret.length < shortestShown ? createHash('sha256').update(`prefix of ${secret}`).digest('base64') : secret).slice(
    0,
    prefixLength,
  );

export interface TokenWishes {
  readonly description: string;
  readonly maxAgeSeconds: number | null;
  readonly extendWhenUsed: boolean;
  readonly ipAllowlist: readonly string[];
  readonly scopes: readonly string[] | null;
}

/** Admits every address. */
export const everywhere = ['0.0.0.0/0', '::/0'];

/** Keeps a token that somebody else has made, such as those of a scenario. */
export const keepToken = (
  state: PlatformState,
  user: User,
  secret: string,
  wishes: TokenWishes,
  nowMs: number,
): Token => {
  const { maxAgeSeconds } = wishes;
  const token: Token = {
    digest: tokenDigest(secret),
    prefix: prefixOf(secret),
    userId: user.id,
    ...wishes,
    createdMs: nowMs,
    expiresMs: maxAgeSeconds === null ? null : nowMs + maxAgeSeconds * 1000,
    lastUse: null,
  };
  state.tokens.set(token.digest, token);
  return token;
};

const isLive = ({ expiresMs }: Token, nowMs: number) => expiresMs === null || expiresMs > nowMs;

/** Tokens of a user that have not expired. */
export const tokensOf = (state: PlatformState, { id }: User, nowMs: number): Token[] =>
  [...state.tokens.values()].filter((token) => token.userId === id && isLive(token, nowMs));

/** Tokens that a user may have at a time (platform-facts §2.10; A-22). */
const mostTokens = 10;

/** Bounds of `max_age_seconds` (platform-facts §2.10). */
const shortestAge = 600;
const longestAge = 315_360_000;

const mustBeAge = (seconds: number | null): void => {
  if (seconds === null) return;
  const message = `Invalid 'max_age_seconds': Invalid input: must be from ${shortestAge} to ${longestAge}`;
  if (seconds < shortestAge) throw badRequest(message, 'auth_token_max_age_too_low');
  if (seconds > longestAge) throw badRequest(message);
};

/**
 * Makes a token: 64 bytes in base64, as the platform's are, so that they may hold `/`, `+` and `=`.
 * @throws Refusal 400 for an age out of bounds, 409 when the user has as many as one may have
 */
export const mintToken = (
  state: PlatformState,
  user: User,
  wishes: TokenWishes,
  nowMs: number,
): { readonly secret: string; readonly token: Token } => {
  mustBeAge(wishes.maxAgeSeconds);
  if (tokensOf(state, user, nowMs).length >= mostTokens) {
    throw conflict(`A user may have ${mostTokens} access tokens: revoke one first`, 'user_token_limit_reached');
  }
  const secret = createHmac('sha512', state.mintingKey).update(drawUuid(state.random)).digest('base64');
  return { secret, token: keepToken(state, user, secret, wishes, nowMs) };
};

/**
 * The token of a user that its prefix or the token itself names (platform-facts §2.10).
 * @throws Refusal 404, also for tokens of others
 */
export const tokenNamed = (state: PlatformState, user: User, given: string | undefined, nowMs: number): Token => {
  const digest = tokenDigest(given ?? '');
  const found = tokensOf(state, user, nowMs).find((token) => token.prefix === given || token.digest === digest);
  if (found === undefined) throw tokenNotFound();
  return found;
};

/** From now on the token is unknown: the next request with it is a 401. */
export const revokeToken = (state: PlatformState, token: Token): void => {
  state.tokens.delete(token.digest);
};
