import type { ListedToken, SecretValue } from '../../core/token/rotation.ts';

/** A version of the secret for display, never with the token. Times are ISO 8601, null for unknown or never. */
export interface ShownVersion {
  readonly id: string;
  readonly stages: readonly string[];
  readonly storedAt: string | null;
  /** The platform's record of the token; null if unknown. */
  readonly listed: Pick<ListedToken, 'createdAt' | 'expiresAt' | 'maxAgeSeconds' | 'lastUsedAt'> | null;
}

/** A version with a token to revoke, and the earliest time of the revocation. */
interface ReplacedVersion {
  readonly versionId: string;
  readonly revocableAt: string;
}

export interface TokenStatus {
  readonly versions: readonly ShownVersion[];
  /** Time of the next rotation; null without a schedule. */
  readonly nextRotationAt: string | null;
  readonly replaced: readonly ReplacedVersion[];
}

/** Administration of the token, for operators. */
export interface TokenAdmin {
  /** For people: a path or an ARN. */
  readonly secretName: string;
  store(value: SecretValue, stage: string): Promise<void>;
  status(): Promise<TokenStatus>;
  /** Replaces the token; `started` if the rotation continues in the background. */
  rotate(): Promise<'done' | 'started'>;
  /** Revokes replaced tokens: the unused ones or all. @returns their number */
  retire(which: 'unused' | 'all'): Promise<number>;
  /** Versions whose tokens are still to be revoked; none where functions revoke them. */
  replaced(): Promise<readonly ReplacedVersion[]>;
}
