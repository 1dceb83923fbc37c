import type { KnownToken, SecretValue } from '../../core/token/rotation.ts';

/** A version of the secret as it is shown: never with the token. Times are ISO 8601, null for unknown or never. */
export interface ShownVersion {
  readonly id: string;
  readonly stages: readonly string[];
  readonly storedAt: string | null;
  /** What the platform lists of its token; null when that is not known. */
  readonly listed: Pick<KnownToken, 'createdAt' | 'expiresAt' | 'lastUsedAt'> | null;
}

export interface TokenStatus {
  readonly versions: readonly ShownVersion[];
  /** When the token is replaced next; null when nothing does that by itself. */
  readonly nextRotationAt: string | null;
  /** Versions whose tokens have still to be revoked, and from when on that may be done. */
  readonly replaced: readonly { readonly versionId: string; readonly revocableAt: string }[];
}

/** Where the token is kept, for the people who look after it. */
export interface TokenAdmin {
  /** In words for people: a path or an ARN. */
  readonly place: string;
  store(value: SecretValue, stage: string): Promise<void>;
  status(): Promise<TokenStatus>;
  /** Replaces the token: `started` when that goes on elsewhere. */
  rotate(): Promise<'done' | 'started'>;
  /** Revokes replaced tokens, those that nothing can use any more or all of them. @returns how many */
  retire(which: 'unused' | 'all'): Promise<number>;
}
