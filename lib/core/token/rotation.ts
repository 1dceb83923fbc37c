import { dayMs } from '../model/durations.ts';

/** Decisions about replacing the token (design §11): pure, of what the secret and the platform's list of tokens show. */

/** What a version of the secret holds. */
export interface SecretValue {
  readonly token: string;
  /** As the platform lists the token; known of tokens that Headroom made itself. */
  readonly prefix?: string;
  /** Id of the application user that the token belongs to; absent for a personal token. */
  readonly applicationUser?: string;
}

/** Names of stages, as Secrets Manager has them, and one of ours for the token that a person supplies for the next rotation. */
export const stages = {
  current: 'AWSCURRENT',
  pending: 'AWSPENDING',
  previous: 'AWSPREVIOUS',
  next: 'HEADROOM_NEXT',
} as const;

/** A version of the secret; a version without a stage is forgotten. */
export interface SecretVersion {
  readonly id: string;
  readonly stages: readonly string[];
}

/** A token without what is secret. Times are ISO 8601, null for unknown or never. */
export interface KnownToken {
  readonly prefix: string;
  readonly description: string | null;
  readonly createdAt: string | null;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  /** Whether this is the token that the listing itself was made with. */
  readonly isCurrent: boolean;
}

/** The version that bears a stage. */
export const versionAt = (versions: readonly SecretVersion[], stage: string): SecretVersion | undefined =>
  versions.find((version) => version.stages.includes(stage));

/**
 * Where a rotation stands, by its request token, which is also the id of the version that it makes. `superseded`: the
 * secret knows nothing of it any more, so a step that comes now is late and must do nothing.
 */
export const versionState = (
  versions: readonly SecretVersion[],
  requestToken: string,
): 'current' | 'pending' | 'superseded' => {
  const own = versions.find(({ id }) => id === requestToken);
  if (own?.stages.includes(stages.current)) return 'current';
  return own?.stages.includes(stages.pending) ? 'pending' : 'superseded';
};

/** Description of a token that a rotation makes: whose it is (which secret's), and of which rotation. */
export const descriptionOf = (secretId: string, requestToken: string): string => `headroom ${secretId} ${requestToken}`;

/** The rotation that made a token; undefined for tokens that are not of this secret. */
export const rotationOf = (secretId: string, { description }: KnownToken): string | undefined => {
  const start = descriptionOf(secretId, '');
  return description?.startsWith(start) ? description.slice(start.length) : undefined;
};

/** Prefixes of the tokens that are stored, by version; null where the version holds none yet or its prefix is not known. */
export type StoredPrefixes = ReadonlyMap<string, string | null>;

/** Tokens that earlier tries of this rotation made and could not store: what the version does not hold is lost. */
export const lostByRotation = (
  tokens: readonly KnownToken[],
  secretId: string,
  requestToken: string,
  stored: StoredPrefixes,
): KnownToken[] =>
  tokens.filter(
    (token) => rotationOf(secretId, token) === requestToken && token.prefix !== (stored.get(requestToken) ?? null),
  );

/** Longer than any run that may still hold a token (the lease lasts 6.5 hours), and than any rotation under way. */
export const sweepAgeMs = dayMs;

const timesOf = ({ createdAt, lastUsedAt }: KnownToken): number[] =>
  [createdAt, lastUsedAt].filter((time) => time !== null).map((time) => Date.parse(time));

/**
 * Tokens of this secret that are stored in none of its versions and were neither made nor used for a day: left behind by
 * a crash, or by a retirement that never came. A token whose age is unknown stays.
 */
export const sweepable = (
  tokens: readonly KnownToken[],
  secretId: string,
  stored: StoredPrefixes,
  nowMs: number,
): KnownToken[] =>
  tokens.filter((token) => {
    const rotation = rotationOf(secretId, token);
    if (rotation === undefined || token.isCurrent || token.createdAt === null) return false;
    if (stored.get(rotation) === token.prefix) return false;
    return timesOf(token).every((time) => nowMs - time > sweepAgeMs);
  });

/** The listed token that a value is; undefined when the list does not hold it. */
export const listedAs = (tokens: readonly KnownToken[], { token, prefix }: SecretValue): KnownToken | undefined =>
  tokens.find((listed) => listed.prefix === prefix) ??
  tokens.find((listed) => listed.isCurrent) ??
  tokens.find((listed) => token.startsWith(listed.prefix));

const secondsPerDay = 86_400;
/** Rotations that a token outlives, so that two may fail before anything ends. */
const rotationsOutlived = 3;
/** Bounds of the platform (platform-facts §2.10). */
const longestAgeSeconds = 315_360_000;

/** Age at which a new token ends by itself; null for never, when nothing replaces it regularly. */
export const maxAgeSeconds = (rotationDays: number | null): number | null =>
  rotationDays === null ? null : Math.min(longestAgeSeconds, rotationDays * rotationsOutlived * secondsPerDay);
