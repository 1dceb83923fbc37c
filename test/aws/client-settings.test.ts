import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { openManagedSecret } from '../../lib/aws/managed-secret.ts';
import { callerArn } from '../../lib/aws/operator/caller.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { serveAws } from './aws-server.ts';
import { createMemoryBucket } from './memory-bucket.ts';

const Arn = 'arn:aws:iam::111122223333:user/ada';
const server = await serveAws(createMemoryBucket(), () => '', { GetCallerIdentity: () => ({ Arn }) });
afterAll(() => server.close());
afterEach(() => vi.unstubAllEnvs());

it('a command with a profile of AWS asks as it, also who it is itself, whatever the environment of the process has', async () => {
  const file = join(temporaryDirectory(), 'credentials');
  writeFileSync(file, '[shop]\naws_access_key_id = key-of-shop\naws_secret_access_key = secret\n');
  const variables = {
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL: server.url,
    AWS_SHARED_CREDENTIALS_FILE: file,
    AWS_ACCESS_KEY_ID: 'key-of-process',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  expect(await callerArn({ AWS_PROFILE: 'shop' })).toBe(Arn);
  await openManagedSecret('headroom', { AWS_PROFILE: 'shop' })
    .versions()
    .catch(() => undefined);
  expect(await callerArn({})).toBe(Arn);
  const callers = server.requests.map(({ caller }) => caller);
  expect(new Set(callers.slice(0, -1))).toEqual(new Set(['key-of-shop']));
  expect([callers.length > 2, callers.at(-1)]).toEqual([true, 'key-of-process']);
});
