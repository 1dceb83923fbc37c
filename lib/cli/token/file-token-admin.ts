import { randomUUID } from 'node:crypto';
import { isoInstant } from '../../core/model/durations.ts';
import {
  type ListedToken,
  listedAs,
  type SecretValue,
  type SecretVersion,
  stages,
  versionAt,
} from '../../core/token/rotation.ts';
import type { FileSecretStore } from '../../local/secret-file.ts';
import { tokenHandlers } from '../../local/task-handlers.ts';
import type { Clock, ConnectToken, Sleep } from '../../ports.ts';
import { currentValue, withToken } from '../../run/token/stored-tokens.ts';
import { unusedAfterSeconds } from '../../workflow/retire-token.ts';

/** A version of the secret for display, never with the token. Times are ISO 8601, null for unknown or never. */
interface ShownVersion {
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

interface FileTokenAdminOptions {
  readonly file: FileSecretStore;
  readonly connectToken: ConnectToken;
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** Receives errors that do not stop the command. */
  readonly onProblem: (error: unknown) => void;
}

const steps = ['createSecret', 'setSecret', 'testSecret', 'finishSecret'] as const;

/** The public facts of a token, without its prefix. */
const timesOf = ({ createdAt, expiresAt, maxAgeSeconds, lastUsedAt }: ListedToken) => ({
  createdAt,
  expiresAt,
  maxAgeSeconds,
  lastUsedAt,
});

/** The wait of the AWS workflow before a revocation, in milliseconds. */
const waitMs = unusedAfterSeconds * 1000;

/** The token in a local file: this process runs the four rotation steps, and a later command revokes the old token. */
export const createFileTokenAdmin = (options: FileTokenAdminOptions): TokenAdmin => {
  const { file, connectToken, clock, sleep, onProblem } = options;
  const { secretStore, retirement } = file;
  const tasks = tokenHandlers({ secretStore, connectToken, retirement, clock, sleep });

  const replaced = async () =>
    ((await file.show())?.replaced ?? []).map(({ versionId, since }) => ({
      versionId,
      revocableAt: isoInstant(Date.parse(since) + waitMs),
    }));

  const retire: TokenAdmin['retire'] = async (which) => {
    const now = clock.now();
    const due = (await replaced()).filter(({ revocableAt }) => which === 'all' || Date.parse(revocableAt) <= now);
    for (const { versionId } of due) {
      await tasks['retire-token']({ versionId });
      await file.retired(versionId);
    }
    return due.length;
  };

  const listTokens = async (versions: readonly SecretVersion[]): Promise<ListedToken[]> => {
    try {
      const current = await currentValue(secretStore, versions);
      return await withToken({ connectToken }, current, (connection) => connection.list());
    } catch (error) {
      onProblem(error);
      return [];
    }
  };

  return {
    secretName: file.secretStore.name,
    store: (value, stage) => file.secretStore.put(randomUUID(), value, stage),
    rotate: async () => {
      // A failed revocation must not prevent a new token.
      await retire('unused').catch(onProblem);
      const { versions } = await file.secretStore.describe();
      await currentValue(secretStore, versions);
      // An interrupted rotation continues with its own version.
      const unfinished = versionAt(versions, stages.pending)?.id;
      const rotation = unfinished ?? randomUUID();
      if (unfinished === undefined) await file.begin(rotation);
      for (const Step of steps) {
        await tasks['rotate-token']({ Step, SecretId: file.secretStore.name, ClientRequestToken: rotation });
      }
      return 'done';
    },
    status: async () => {
      const versions = (await file.show())?.versions ?? [];
      const tokens = versions.length === 0 ? [] : await listTokens(versions);
      const shown: ShownVersion[] = [];
      for (const { id, stages: versionStages, storedAt } of versions) {
        const value = await file.secretStore.read(id);
        // The list request used the current token only.
        const isCurrent = versionStages.includes(stages.current);
        const listed =
          value &&
          listedAs(
            tokens.map((token) => ({ ...token, isCurrent: token.isCurrent && isCurrent })),
            value,
          );
        shown.push({ id, stages: versionStages, storedAt, listed: listed ? timesOf(listed) : null });
      }
      return { versions: shown, nextRotationAt: null, replaced: await replaced() };
    },
    retire,
    replaced,
  };
};
