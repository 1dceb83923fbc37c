import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { BucketRefusal, type MemoryBucket } from './memory-bucket.ts';

/** The client's error for a refusal of S3. */
export const s3Error = (status: number, name: string) =>
  new S3ServiceException({ name, message: name, $fault: 'client', $metadata: { httpStatusCode: status } });

const answer = <T>(action: () => T): T => {
  try {
    return action();
  } catch (error) {
    throw error instanceof BucketRefusal ? s3Error(error.status, error.code) : error;
  }
};

/** An S3 client backed by a bucket in memory, with its mock. */
export const mockedS3 = (bucket: MemoryBucket) => {
  const client = new S3Client({ region: 'us-east-1' });
  const mock = mockClient(client);
  mock.on(GetObjectCommand).callsFake(async ({ Key }) =>
    answer(() => {
      const { body, etag } = bucket.get(Key);
      const Body = { transformToString: async () => body } as GetObjectCommandOutput['Body'];
      return { Body, ETag: etag };
    }),
  );
  mock
    .on(PutObjectCommand)
    .callsFake(async ({ Key, Body, IfMatch, IfNoneMatch }) =>
      answer(() => ({ ETag: bucket.put(Key, Body, { ifMatch: IfMatch, ifNoneMatch: IfNoneMatch }) })),
    );
  mock.on(DeleteObjectCommand).callsFake(async ({ Key }) => answer(() => bucket.delete(Key)));
  mock.on(ListObjectsV2Command).callsFake(async ({ Prefix, ContinuationToken }) => {
    const { keys, next } = bucket.list(Prefix, ContinuationToken);
    // S3 omits the list of contents if it is empty.
    const Contents = keys.length === 0 ? undefined : keys.map((Key) => ({ Key }));
    return { Contents, IsTruncated: next !== undefined, NextContinuationToken: next };
  });
  return { client, mock };
};
