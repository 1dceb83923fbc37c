import { createHash, createHmac } from 'node:crypto';
import { badRequest, conflict, tokenNotFound } from '../protocol/refusal.ts';
import { drawUuid } from './random.ts';
import type { PlatformState, Token, User } from './state.ts';

/**
 * Creation, lookup and revocation of access tokens. Only the creating request sees a token; the state stores its hash.
 */

/** SHA-256 in hexadecimal: the stored form of a token. */
export const tokenDigest = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Characters of a prefix (pf 2.10). */
const prefixLength = 12;
/** Shorter tokens, which only a scenario can define, would reveal too much of themselves. */
const shortestShown = 32;

const prefixOf = (secret: string): string =>
  (secret.length < shortestShown ? createHash('sha256').update(`prefix of ${secret}`).digest('base64') : secret).slice(
    0,
    prefixLength,
  );

export interface TokenOptions {
  readonly description: string;
  readonly maxAgeSeconds: number | null;
  readonly extendWhenUsed: boolean;
  readonly ipAllowlist: readonly string[];
  readonly scopes: readonly string[] | null;
}

/** Admits every address. */
export const everywhere = ['0.0.0.0/0', '::/0'];

/** Stores an existing token, such as one of a scenario. */
export const storeToken = (
  state: PlatformState,
  user: User,
  secret: string,
  options: TokenOptions,
  nowMs: number,
): Token => {
  const { maxAgeSeconds } = options;
  const token: Token = {
    digest: tokenDigest(secret),
    prefix: prefixOf(secret),
    userId: user.id,
    ...options,
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

/** Limit of tokens per user (pf 2.10; A-22). */
const mostTokens = 10;

/** Bounds of `max_age_seconds` (pf 2.10). */
const shortestAge = 600;
const longestAge = 315_360_000;

const mustBeAge = (seconds: number | null): void => {
  if (seconds === null) return;
  const message = `Invalid 'max_age_seconds': Invalid input: must be from ${shortestAge} to ${longestAge}`;
  if (seconds < shortestAge) throw badRequest(message, 'auth_token_max_age_too_low');
  if (seconds > longestAge) throw badRequest(message);
};

/**
 * Creates a token: 64 bytes in base64, like the platform's, so it may contain `/`, `+` and `=`.
 * @throws Refusal 400 for an age out of bounds, 409 at the limit of tokens per user
 */
export const mintToken = (
  state: PlatformState,
  user: User,
  options: TokenOptions,
  nowMs: number,
): { readonly secret: string; readonly token: Token } => {
  mustBeAge(options.maxAgeSeconds);
  if (tokensOf(state, user, nowMs).length >= mostTokens) {
    throw conflict(`A user may have ${mostTokens} access tokens: revoke one first`, 'user_token_limit_reached');
  }
  const secret = createHmac('sha512', state.mintingKey).update(drawUuid(state.random)).digest('base64');
  return { secret, token: storeToken(state, user, secret, options, nowMs) };
};

/**
 * Finds a token of a user by its prefix or by the token itself (pf 2.10).
 * @throws Refusal 404, also for tokens of other users
 */
export const tokenNamed = (
  state: PlatformState,
  user: User,
  prefixOrSecret: string | undefined,
  nowMs: number,
): Token => {
  const digest = tokenDigest(prefixOrSecret ?? '');
  const match = tokensOf(state, user, nowMs).find(
    (token) => token.prefix === prefixOrSecret || token.digest === digest,
  );
  if (match === undefined) throw tokenNotFound();
  return match;
};

/** Revokes a token: the next request with it is a 401. */
export const revokeToken = (state: PlatformState, token: Token): void => {
  state.tokens.delete(token.digest);
};
