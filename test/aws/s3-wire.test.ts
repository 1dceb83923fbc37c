import { S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { createS3Store, openS3Store } from '../../lib/aws/s3-store.ts';
import { StoreConflict } from '../../lib/contract/errors.ts';
import { storeContract } from '../contracts/store.ts';
import { serveAws } from './aws-server.ts';
import { createMemoryBucket } from './memory-bucket.ts';

/** Unmodified clients against a server that speaks S3. */
const bucket = createMemoryBucket(3);
const server = await serveAws(bucket, () => '');
afterAll(() => server.close());

const client = new S3Client({
  endpoint: server.url,
  region: 'us-east-1',
  credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
});

let places = 0;
const nextPlace = () => {
  places += 1;
  return { bucket: 'state', prefix: `store-${places}/` };
};

storeContract('a prefix of a bucket over the wire', () => createS3Store(client, nextPlace()));

describe('two stores in one bucket', () => {
  it('see nothing of each other, even if one name begins with the other', async () => {
    const [one, other] = ['prod/', 'prod-eu/'].map((prefix) => createS3Store(client, { bucket: 'state', prefix }));
    await one?.put('runs/a/x', 'one');
    await other?.put('runs/a/x', 'other', { ifAbsent: true });
    expect([(await one?.get('runs/a/x'))?.body, (await other?.get('runs/a/x'))?.body]).toEqual(['one', 'other']);
    expect([await one?.list(''), await other?.list('')]).toEqual([['runs/a/x'], ['runs/a/x']]);
    expect([...bucket.objects.keys()].filter((key) => key.startsWith('prod'))).toEqual([
      'prod/runs/a/x',
      'prod-eu/runs/a/x',
    ]);
  });
});

describe('an S3-compatible host', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('is found by AWS_ENDPOINT_URL_S3, with the bucket in the path where its name is no address', async () => {
    const variables = {
      AWS_ENDPOINT_URL_S3: server.url.replace('127.0.0.1', 'localhost'),
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    };
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    const store = openS3Store(nextPlace(), variables);
    await store.put('lease.json', '1', { ifAbsent: true });
    await expect(store.put('lease.json', '2', { ifAbsent: true })).rejects.toThrow(StoreConflict);
    expect(server.requests.at(-1)?.line).toMatch(/^PUT \/state\/store-\d+\/lease\.json\b/);
  });
});
