import { SecretUnavailable, StoreConflict } from '../../contract/errors.ts';
import {
  type SecretValue,
  type SecretVersion,
  type StoredPrefixes,
  stages,
  versionAt,
} from '../../core/token/rotation.ts';
import type { SecretStore, TokenConnection, TokenPorts } from '../../ports.ts';

/** Value of the current version. @throws SecretUnavailable if no token is stored */
export const currentValue = async (
  secretStore: SecretStore,
  versions: readonly SecretVersion[],
): Promise<SecretValue> => {
  const current = versionAt(versions, stages.current);
  const value = current && (await secretStore.read(current.id));
  if (value !== undefined) return value;
  throw new SecretUnavailable(`the secret ${secretStore.name} has no token; store one with 'headroom token store'`);
};

/** Token prefixes of all versions of the secret. */
export const storedPrefixes = async (
  secretStore: SecretStore,
  versions: readonly SecretVersion[],
): Promise<StoredPrefixes> => {
  const stored = new Map<string, string | null>();
  for (const { id } of versions) stored.set(id, (await secretStore.read(id))?.prefix ?? null);
  return stored;
};

/** @throws SecretUnavailable for the secret of another deployment; without a name it is this one's */
export const assertOwnSecret = ({ name }: SecretStore, secret: string | undefined): void => {
  if (secret === undefined || secret === name) return;
  throw new SecretUnavailable(`asked for the token of ${secret}, but this function uses only ${name}`);
};

/** Runs `work` on a connection with a token, and always closes the connection. */
export const withToken = async <T>(
  { connectToken }: Pick<TokenPorts, 'connectToken'>,
  value: SecretValue,
  work: (connection: TokenConnection) => Promise<T>,
): Promise<T> => {
  const connection = connectToken(value);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
};

/**
 * Moves a stage of a secret. A move whose answer was lost is refused when it is repeated, because the stage is no longer where
 * it was: so after a conflict the secret itself says whether the move took place.
 * @throws StoreConflict if the stage is elsewhere
 */
export const moveStage = async (
  secretStore: SecretStore,
  stage: string,
  where: { readonly from?: string | undefined; readonly to?: string },
): Promise<void> => {
  try {
    await secretStore.move(stage, where);
  } catch (error) {
    if (!(error instanceof StoreConflict)) throw error;
    const at = versionAt((await secretStore.describe()).versions, stage)?.id;
    const isMoved = where.to === undefined ? at !== where.from : at === where.to;
    if (!isMoved) throw error;
  }
};
