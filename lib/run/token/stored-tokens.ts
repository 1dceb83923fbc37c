import { SecretUnavailable } from '../../contract/errors.ts';
import {
  type SecretValue,
  type SecretVersion,
  type StoredPrefixes,
  stages,
  versionAt,
} from '../../core/token/rotation.ts';
import type { SecretStore } from '../../ports.ts';

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
