import { SecretUnavailable } from '../../contract/errors.ts';
import {
  type SecretValue,
  type SecretVersion,
  type StoredPrefixes,
  stages,
  versionAt,
} from '../../core/token/rotation.ts';
import type { SecretStore } from '../../ports.ts';

/** The value of the version in use. @throws SecretUnavailable when nothing was stored yet */
export const currentValue = async (
  secretStore: SecretStore,
  versions: readonly SecretVersion[],
): Promise<SecretValue> => {
  const current = versionAt(versions, stages.current);
  const value = current && (await secretStore.read(current.id));
  if (value !== undefined) return value;
  throw new SecretUnavailable(
    `the secret ${secretStore.name} holds no token yet; put one there with 'headroom token store'`,
  );
};

/** Prefixes of everything that the secret holds. */
export const storedPrefixes = async (
  secretStore: SecretStore,
  versions: readonly SecretVersion[],
): Promise<StoredPrefixes> => {
  const stored = new Map<string, string | null>();
  for (const { id } of versions) stored.set(id, (await secretStore.read(id))?.prefix ?? null);
  return stored;
};
