import { storeKeys } from '../contract/store-keys.ts';

/** A store in S3: a whole bucket, or the keys of a bucket below a prefix. */
export interface S3Address {
  readonly bucket: string;
  /** Empty for the whole bucket, else it ends with `/`, so that no store contains keys of another one. */
  readonly prefix: string;
}

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Characters that need no encoding in a key (S3 user guide, "Safe characters"). */
const segment = /^[A-Za-z0-9!_.*'()-]+$/;

/** First names of the store's own keys. Below such a prefix, a store of the whole bucket would see keys of this one. */
const ownNames: ReadonlySet<string> = new Set(Object.values(storeKeys).map((key) => key.split('/')[0] ?? ''));

const problemOf = (bucket: string, segments: readonly string[]): string | undefined => {
  if (!bucketName.test(bucket)) return `'${bucket}' is not the name of a bucket`;
  const odd = segments.find((name) => !segment.test(name) || name === '.' || name === '..');
  if (odd !== undefined)
    return `'${odd}' in the prefix must be a name of letters, digits and !_.*'()-, between single slashes`;
  const own = segments.find((name) => ownNames.has(name));
  return own === undefined ? undefined : `'${own}' in the prefix is a name that stores use inside; choose another one`;
};

/**
 * Reads `s3://BUCKET/PREFIX`; the prefix may be absent and may end with a slash.
 * @throws RangeError with the problem
 */
export const parseS3Address = (url: string): S3Address => {
  const [bucket = '', ...rest] = url.slice('s3://'.length).replace(/\/$/, '').split('/');
  const problem = problemOf(bucket, rest);
  if (problem !== undefined) throw new RangeError(problem);
  return { bucket, prefix: rest.map((name) => `${name}/`).join('') };
};
