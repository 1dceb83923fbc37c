import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { StoreConflict, StoreUnavailable } from '../contract/errors.ts';
import { auditFiles, matchesKey } from '../contract/store-keys.ts';
import { dayMs } from '../core/model/durations.ts';
import type { Clock, ObjectStore, PutCondition, Store, StoredObject } from '../ports.ts';
import { withLogs } from '../run/store/logs.ts';
import { awsFailure, type ProfileEnvironment, settingsFor } from './client-settings.ts';
import { withProvenConditions } from './proven-conditions.ts';
import type { S3Address } from './s3-address.ts';

const headersOf = (condition: PutCondition | undefined) => {
  if (condition === undefined) return {};
  return 'ifAbsent' in condition ? { IfNoneMatch: '*' } : { IfMatch: condition.ifVersion };
};

/**
 * S3's answer to an unmet condition: 412; 409 if another conditional write was faster; 404 if the object
 * to replace does not exist.
 */
const contradicts = (status: number | undefined, name: string) =>
  status === 412 || status === 409 || (status === 404 && name === 'NoSuchKey');

/** Lock period of audit files, from the moment of their creation. */
interface AuditLock {
  /** 0 for no lock. */
  readonly days: number;
  readonly clock: Clock;
}

/**
 * Compliance mode: until that time no one can delete the version or shorten the lock, not even the account's root user.
 */
const lockHeaders = (key: string, lock: AuditLock | undefined) => {
  if (lock === undefined || lock.days === 0 || !matchesKey([auditFiles], key)) return {};
  const until = new Date(lock.clock.now() + lock.days * dayMs);
  return { ObjectLockMode: 'COMPLIANCE', ObjectLockRetainUntilDate: until } as const;
};

/**
 * The store as one S3 bucket, or as the keys below a prefix, with one object per key; its version is the ETag. Needs s3:GetObject,
 * s3:PutObject and s3:DeleteObject on the objects and s3:ListBucket on the bucket: without the latter, S3 answers "forbidden" for
 * missing objects. With a lock it also needs s3:PutObjectRetention on the audit files, and a bucket with Object Lock.
 */
const createS3Objects = (
  client: Pick<S3Client, 'send'>,
  { bucket, prefix: bucketPrefix }: S3Address,
  lock?: AuditLock,
): ObjectStore => {
  const name = bucketPrefix === '' ? `the bucket ${bucket}` : `s3://${bucket}/${bucketPrefix}`;
  const unavailable = (action: string, error: unknown) =>
    new StoreUnavailable(
      `cannot ${action} in ${name} (${awsFailure(error).text}); check that it exists and that this role may use it`,
    );

  const get = async (key: string): Promise<StoredObject | undefined> => {
    const answer = () => client.send(new GetObjectCommand({ Bucket: bucket, Key: bucketPrefix + key }));
    const whole = async ({ Body, ETag }: GetObjectCommandOutput): Promise<StoredObject> => ({
      body: (await Body?.transformToString('utf-8')) ?? '',
      version: ETag ?? '',
    });
    try {
      // The SDK repeats a request up to the headers of its answer; a body that breaks off is asked for once more.
      const first = await answer();
      return await whole(first).catch(async () => whole(await answer()));
    } catch (error) {
      if (awsFailure(error).name === 'NoSuchKey') return undefined;
      throw unavailable(`read ${key}`, error);
    }
  };

  const put = async (key: string, body: string, condition?: PutCondition): Promise<void> => {
    const ContentType = key.endsWith('.json') ? 'application/json' : 'text/plain; charset=utf-8';
    try {
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: bucketPrefix + key,
          Body: body,
          ContentType,
          ...headersOf(condition),
          ...lockHeaders(key, lock),
        }),
      );
    } catch (error) {
      const failure = awsFailure(error);
      if (condition !== undefined && contradicts(failure.status, failure.name)) {
        throw new StoreConflict(`${key} in ${name} was changed by another writer`);
      }
      throw unavailable(`write ${key}`, error);
    }
  };

  const list = async (prefix: string): Promise<string[]> => {
    const objectKeys: string[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await client
        .send(new ListObjectsV2Command({ Bucket: bucket, Prefix: bucketPrefix + prefix, ContinuationToken }))
        .catch((error: unknown) => {
          throw unavailable(`list ${prefix}`, error);
        });
      objectKeys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key?.slice(bucketPrefix.length) ?? []));
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (ContinuationToken !== undefined);
    return objectKeys.sort();
  };

  const remove = async (key: string): Promise<void> => {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: bucketPrefix + key })).catch((error: unknown) => {
      throw unavailable(`delete ${key}`, error);
    });
  };

  return { get, put, list, delete: remove };
};

/** The store at a place in S3. */
export const createS3Store = (client: Pick<S3Client, 'send'>, address: S3Address, lock?: AuditLock): Store =>
  withLogs(createS3Objects(client, address, lock));

/** Variables with which the SDK itself addresses an S3-compatible host. */
type EndpointVariables = Readonly<Partial<Record<'AWS_ENDPOINT_URL_S3' | 'AWS_ENDPOINT_URL', string>>>;

/** Whether the variables name a host other than AWS. */
export const isOtherHost = ({ AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL }: EndpointVariables): boolean => {
  const endpoint = AWS_ENDPOINT_URL_S3 || AWS_ENDPOINT_URL;
  return endpoint !== undefined && endpoint !== '' && !/\.amazonaws\.com(?:\.cn)?(?::\d+)?\/?$/.test(endpoint);
};

/**
 * The store at a place in S3, with its own client, which finds endpoint, region and credentials as every AWS SDK does, and a bucket
 * of another region by the answer of S3. Hosts
 * other than AWS get the bucket in the path, because they may have no address `BUCKET.HOST`, and must prove that they keep
 * conditions.
 */
export const openS3Store = (
  address: S3Address,
  variables: EndpointVariables & ProfileEnvironment,
  lock?: AuditLock,
): Store => {
  const forcePathStyle = isOtherHost(variables);
  const objects = createS3Objects(
    new S3Client({ ...settingsFor(variables), forcePathStyle, followRegionRedirects: true }),
    address,
    lock,
  );
  return withLogs(forcePathStyle ? withProvenConditions(objects, `s3://${address.bucket}`) : objects);
};
