import { StoreConflict } from '../../contract/errors.ts';
import type { Store } from '../../ports.ts';
import { keys } from '../store/keys.ts';
import { readObject, replacing, writeObject } from '../store/objects.ts';
import type { PolicyVersion } from '../store/schemas/memory.ts';
import { sha256 } from '../store/sha256.ts';

/** SHA-256 of a policy document, which names its version. */
export const policyDigest = (document: string): string => sha256(document);

/**
 * Stores a policy document and its version. The version comes first, so every document in force that was put has one.
 * @returns the version; null if the document is in force already
 * @throws Error if another policy was put at the same time
 */
export const putPolicy = async (
  store: Store,
  { document, at, by, message }: Omit<PolicyVersion, 'digest'>,
): Promise<PolicyVersion | null> => {
  const stored = await store.get(keys.policy);
  if (stored?.body === document) return null;
  const version: PolicyVersion = { at, by, digest: policyDigest(document), message, document };
  await writeObject(store, keys.policyVersion(at, version.digest), version);
  try {
    await store.put(keys.policy, document, replacing(stored));
  } catch (error) {
    if (!(error instanceof StoreConflict)) throw error;
    // S3 may have taken this write before its client repeated the request.
    if ((await store.get(keys.policy))?.body === document) return version;
    throw new Error('another policy was put at the same time; look at headroom policy history, then put yours again');
  }
  return version;
};

/** All versions, newest first. @throws StoreUnavailable */
export const policyVersions = async (store: Store): Promise<PolicyVersion[]> => {
  const versions: PolicyVersion[] = [];
  for (const key of (await store.list(keys.policyVersions)).toReversed()) {
    const version = await readObject<PolicyVersion>(store, key);
    if (version !== undefined) versions.push(version);
  }
  return versions;
};
