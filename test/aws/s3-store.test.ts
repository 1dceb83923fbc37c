import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { createS3Store } from '../../lib/aws/s3-store.ts';
import { StoreConflict, StoreUnavailable } from '../../lib/contract/errors.ts';
import { storeContract } from '../contracts/store.ts';
import { createMemoryBucket } from './memory-bucket.ts';
import { mockedS3, s3Error } from './mocked-s3.ts';

storeContract('the S3 store', () =>
  createS3Store(mockedS3(createMemoryBucket()).client, { bucket: 'bucket', prefix: '' }),
);

const open = (pageSize?: number) => {
  const bucket = createMemoryBucket(pageSize);
  const { client, mock } = mockedS3(bucket);
  return { bucket, mock, store: createS3Store(client, { bucket: 'the-bucket', prefix: '' }) };
};

describe('the S3 store', () => {
  it('lists past the first page', async () => {
    const { store, bucket, mock } = open(2);
    for (const key of ['a/3', 'a/1', 'b', 'a/5', 'a/2', 'a/4']) bucket.put(key, '1', {});
    expect(await store.list('a/')).toEqual(['a/1', 'a/2', 'a/3', 'a/4', 'a/5']);
    expect(mock.commandCalls(ListObjectsV2Command)).toHaveLength(3);
  });

  it('takes a conditional write that another was quicker than for a conflict', async () => {
    const { store, mock } = open();
    mock.on(PutObjectCommand).rejects(s3Error(409, 'ConditionalRequestConflict'));
    await expect(store.put('lease.json', '1', { ifAbsent: true })).rejects.toThrow(StoreConflict);
  });

  it("names the bucket, the key and S3's answer when it cannot be used", async () => {
    const { store, mock } = open();
    const refusal = s3Error(403, 'AccessDenied');
    for (const command of [GetObjectCommand, PutObjectCommand, ListObjectsV2Command, DeleteObjectCommand])
      mock.on(command as typeof GetObjectCommand).rejects(refusal);
    const attempts = [store.get('k'), store.put('k', '1', { ifAbsent: true }), store.list('k'), store.delete('k')];
    for (const attempt of attempts) {
      const error = await attempt.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(StoreUnavailable);
      expect(String(error)).toMatch(/ k in the bucket the-bucket \(AccessDenied/);
    }
  });

  it('asks once more for an object whose answer breaks off, and no more often', async () => {
    const { store, mock } = open();
    const broken = { ETag: '"1"', Body: { transformToString: () => Promise.reject(new Error('aborted')) } };
    const whole = { ETag: '"2"', Body: { transformToString: async () => 'whole' } };
    mock
      .on(GetObjectCommand)
      .resolvesOnce(broken as never)
      .resolvesOnce(whole as never);
    expect(await store.get('k')).toEqual({ body: 'whole', version: '"2"' });
    mock.on(GetObjectCommand).resolves(broken as never);
    mock.resetHistory();
    await expect(store.get('k')).rejects.toThrow(/^cannot read k in the bucket the-bucket \(.*aborted/);
    expect(mock.commandCalls(GetObjectCommand)).toHaveLength(2);
  });

  it('locks the files of the audit, and nothing else, from the moment they are written', async () => {
    const { client, mock } = mockedS3(createMemoryBucket());
    const clock = { now: () => Date.parse('2026-03-02T08:00:00Z') };
    const store = createS3Store(client, { bucket: 'the-bucket', prefix: '' }, { days: 400, clock });
    for (const key of ['audit/0000000001.json', 'audit-head.json', 'runs/run-1/run.json']) {
      await store.put(key, '1', { ifAbsent: true });
    }
    const locks = mock
      .commandCalls(PutObjectCommand)
      .map(({ args: [{ input }] }) => [input.Key, input.ObjectLockMode, input.ObjectLockRetainUntilDate]);
    expect(locks).toEqual([
      ['audit/0000000001.json', 'COMPLIANCE', new Date('2027-04-06T08:00:00Z')],
      ['audit-head.json', undefined, undefined],
      ['runs/run-1/run.json', undefined, undefined],
    ]);
  });

  it('locks nothing for 0 days', async () => {
    const { client, mock } = mockedS3(createMemoryBucket());
    await createS3Store(client, { bucket: 'the-bucket', prefix: '' }, { days: 0, clock: { now: () => 0 } }).put(
      'audit/0000000001.json',
      '1',
    );
    expect(mock.commandCalls(PutObjectCommand)[0]?.args[0].input.ObjectLockMode).toBeUndefined();
  });

  it('takes a missing bucket for an error, never for a missing object', async () => {
    const { store, mock } = open();
    mock.on(GetObjectCommand).rejects(s3Error(404, 'NoSuchBucket'));
    mock.on(PutObjectCommand).rejects(s3Error(404, 'NoSuchBucket'));
    await expect(store.get('k')).rejects.toThrow(StoreUnavailable);
    await expect(store.put('k', '1', { ifAbsent: true })).rejects.toThrow(StoreUnavailable);
  });
});
