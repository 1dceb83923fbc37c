import { dayMs } from '../model/durations.ts';

/** Decisions on token rotation (design §11): pure functions of the secret and the platform's list of tokens. */

/** The value of a secret version. */
export interface SecretValue {
  readonly token: string;
  /** The platform's prefix of the token; present for tokens that Headroom created. */
  readonly prefix?: string;
  /** Id of the application user that owns the token; absent for a personal token. */
  readonly applicationUser?: string;
}

/** Stages of Secrets Manager, and a custom one for a token that a person supplies for the next rotation. */
export const stages = {
  current: 'AWSCURRENT',
  pending: 'AWSPENDING',
  previous: 'AWSPREVIOUS',
  next: 'HEADROOM_NEXT',
} as const;

/** A version of the secret; a version without a stage is no longer available. */
export interface SecretVersion {
  readonly id: string;
  readonly stages: readonly string[];
}

/** A token without its secret part. Times are ISO 8601, null for unknown or never. */
export interface ListedToken {
  readonly prefix: string;
  readonly description: string | null;
  readonly createdAt: string | null;
  readonly expiresAt: string | null;
  /** Lifetime that it was created with, or that each use renews; null for unknown or unlimited. */
  readonly maxAgeSeconds: number | null;
  readonly lastUsedAt: string | null;
  /** Whether the list request itself used this token. */
  readonly isCurrent: boolean;
}

/** The version with a stage. */
export const versionAt = (versions: readonly SecretVersion[], stage: string): SecretVersion | undefined =>
  versions.find((version) => version.stages.includes(stage));

/**
 * The state of a rotation, by its request token, which is also the id of its secret version. `superseded`: the secret no
 * longer has the version, so a late step must do nothing.
 */
export const versionState = (
  versions: readonly SecretVersion[],
  requestToken: string,
): 'current' | 'pending' | 'superseded' => {
  const version = versions.find(({ id }) => id === requestToken);
  if (version?.stages.includes(stages.current)) return 'current';
  return version?.stages.includes(stages.pending) ? 'pending' : 'superseded';
};

/** Description of a token that a rotation creates: names its secret and the rotation. */
export const descriptionOf = (secretId: string, requestToken: string): string => `headroom ${secretId} ${requestToken}`;

/** The rotation that created a token; undefined for tokens of other secrets. */
export const rotationOf = (secretId: string, { description }: ListedToken): string | undefined => {
  const start = descriptionOf(secretId, '');
  return description?.startsWith(start) ? description.slice(start.length) : undefined;
};

/** Prefixes of the stored tokens, by version; null if the version has no token yet or its prefix is unknown. */
export type StoredPrefixes = ReadonlyMap<string, string | null>;

/** Tokens that earlier attempts of this rotation created and could not store: their secret part is lost. */
export const lostByRotation = (
  tokens: readonly ListedToken[],
  secretId: string,
  requestToken: string,
  stored: StoredPrefixes,
): ListedToken[] =>
  tokens.filter(
    (token) => rotationOf(secretId, token) === requestToken && token.prefix !== (stored.get(requestToken) ?? null),
  );

/** Longer than any run that may still use a token (the workflow ends after 6 hours), and than any rotation. */
export const sweepAgeMs = dayMs;

const timesOf = ({ createdAt, lastUsedAt }: ListedToken): number[] =>
  [createdAt, lastUsedAt].filter((time) => time !== null).map((time) => Date.parse(time));

/**
 * Tokens of this secret that no version stores and that were neither created nor used for a day: remains of a crash, or of a
 * retirement that never ran. A token of unknown age stays.
 */
export const sweepable = (
  tokens: readonly ListedToken[],
  secretId: string,
  stored: StoredPrefixes,
  nowMs: number,
): ListedToken[] =>
  tokens.filter((token) => {
    const rotation = rotationOf(secretId, token);
    if (rotation === undefined || token.isCurrent || token.createdAt === null) return false;
    if (stored.get(rotation) === token.prefix) return false;
    return timesOf(token).every((time) => nowMs - time > sweepAgeMs);
  });

/** The list entry of a secret value; undefined if the list does not contain it. */
export const listedAs = (tokens: readonly ListedToken[], { token, prefix }: SecretValue): ListedToken | undefined =>
  tokens.find((listed) => listed.prefix === prefix) ??
  tokens.find((listed) => listed.isCurrent) ??
  tokens.find((listed) => token.startsWith(listed.prefix));

const secondsPerDay = 86_400;
/** Lifetime of a token in rotation intervals: two rotations may fail before it expires. */
const rotationsOutlived = 3;
/** Bounds of the platform (pf 2.10). */
const longestAgeSeconds = 315_360_000;

/** Age at which a new token expires; null for never, without regular rotation. */
export const maxAgeSeconds = (rotationDays: number | null): number | null =>
  rotationDays === null ? null : Math.min(longestAgeSeconds, rotationDays * rotationsOutlived * secondsPerDay);
