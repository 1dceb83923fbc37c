import { createHash } from 'node:crypto';

/** Conditions of a write in S3. */
export interface WriteConditions {
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string;
}

/** A refusal of S3, with its error code. */
export class BucketRefusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

export interface BucketPage {
  readonly keys: readonly string[];
  readonly next: string | undefined;
}

const etagOf = (body: string) => `"${createHash('md5').update(body).digest('hex')}"`;

/**
 * A bucket in memory with the features that the store relies on: content-based ETags, conditional writes, listing in
 * byte order and in pages. Its errors have the codes and statuses of S3.
 */
export const createMemoryBucket = (pageSize = 1000) => {
  const objects = new Map<string, string>();

  const check = (key: string, { ifMatch, ifNoneMatch }: WriteConditions): void => {
    const there = objects.get(key);
    if (ifNoneMatch === '*' && there !== undefined) throw new BucketRefusal(412, 'PreconditionFailed');
    if (ifMatch === undefined) return;
    if (there === undefined) throw new BucketRefusal(404, 'NoSuchKey');
    if (etagOf(there) !== ifMatch) throw new BucketRefusal(412, 'PreconditionFailed');
  };

  return {
    objects,
    get: (key: string) => {
      const body = objects.get(key);
      if (body === undefined) throw new BucketRefusal(404, 'NoSuchKey');
      return { body, etag: etagOf(body) };
    },
    put: (key: string, body: string, conditions: WriteConditions) => {
      check(key, conditions);
      objects.set(key, body);
      return etagOf(body);
    },
    delete: (key: string) => void objects.delete(key),
    list: (prefix: string, after = ''): BucketPage => {
      const order = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
      const left = [...objects.keys()].sort(order).filter((key) => key.startsWith(prefix) && order(key, after) > 0);
      const keys = left.slice(0, pageSize);
      return { keys, next: left.length > pageSize ? keys.at(-1) : undefined };
    },
  };
};

export type MemoryBucket = ReturnType<typeof createMemoryBucket>;
