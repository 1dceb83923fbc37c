import type { Store } from '../../ports.ts';
import { putOwn } from '../store/conditions.ts';
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
  { document, at, by, message }: Omit<PolicyVersion, 'digest' | 'replaces'>,
): Promise<PolicyVersion | null> => {
  const stored = await store.get(keys.policy);
  if (stored?.body === document) return null;
  const replaces = stored === undefined ? null : policyDigest(stored.body);
  const version: PolicyVersion = { at, by, digest: policyDigest(document), message, document, replaces };
  await writeObject(store, keys.policyVersion(at, version.digest), version);
  if (!(await putOwn(store, keys.policy, document, replacing(stored))))
    throw new Error('another policy was put at the same time; look at headroom policy history, then put yours again');
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

/** When a document was in force; `to` is null while it is. */
interface Period {
  readonly from: string;
  readonly to: string | null;
}

/** A version and its period: null if it was never in force, undefined if that is not known. */
export interface DatedVersion {
  readonly version: PolicyVersion;
  readonly inForce: Period | null | undefined;
}

/**
 * Dates versions by the chain of replacements that begins at the document in force. A put that another one overtook, or that
 * died before its end, is in no chain.
 * @param versions newest first
 * @param current digest of the document in force; null for none
 */
export const datedVersions = (versions: readonly PolicyVersion[], current: string | null): DatedVersion[] => {
  const periods = new Map<PolicyVersion, Period>();
  let wanted: string | null | undefined = current;
  let to: string | null = null;
  let oldest: PolicyVersion | undefined;
  while (typeof wanted === 'string') {
    const found: PolicyVersion | undefined = versions.find(
      (each) => each.digest === wanted && !periods.has(each) && (oldest === undefined || each.at <= oldest.at),
    );
    if (found === undefined) break;
    periods.set(found, { from: found.at, to });
    [oldest, to, wanted] = [found, found.at, found.replaces];
  }
  const inForce = new Set([...periods.keys()].map(({ digest }) => digest));
  const isCovered = ({ at }: PolicyVersion) => wanted === null || (oldest !== undefined && at > oldest.at);
  return versions.map((version) => {
    const never = isCovered(version) && !inForce.has(version.digest) ? null : undefined;
    return { version, inForce: periods.get(version) ?? never };
  });
};
