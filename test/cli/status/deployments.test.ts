import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { openStore } from '../../../lib/cli/session/open-store.ts';
import { deploymentsStatus } from '../../../lib/cli/status/deployments.ts';
import { dayMs } from '../../../lib/core/model/durations.ts';
import { createMemoryStore } from '../../../lib/run/store/memory-store.ts';
import { systemClock, systemSleep } from '../../../lib/run/system-clock.ts';
import { serveAws } from '../../aws/aws-server.ts';
import { createMemoryBucket } from '../../aws/memory-bucket.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const server = await serveAws(createMemoryBucket(), () => '');
afterAll(() => server.close());
afterEach(() => vi.unstubAllEnvs());

const reading = { clock: systemClock, sleep: systemSleep, longestMsAgo: dayMs };

it('a store that never answers is unknown when its time is over, and the others are read', async () => {
  let end = () => {};
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  const hung = { ...createMemoryStore(), get: () => new Promise<undefined>(() => undefined) };
  const listed = deploymentsStatus(
    ['hung', 'answers'].map((name) => ({ name, organization: 'org', store: name })),
    {
      ...reading,
      open: async ({ name }) => (name === 'hung' ? hung : createMemoryStore()),
      // The time of all is over when the first store was read.
      sleep: (_, signal) => {
        signal?.addEventListener('abort', end);
        return isOver;
      },
    },
  );
  expect(await listed).toMatchObject([
    { name: 'hung', state: 'unknown', says: 'its store did not answer within 30 seconds' },
    { name: 'answers', state: 'problem', says: expect.stringContaining('no run yet') },
  ]);
});

it('stores in several accounts are read with the profile of each, and one without credentials stops no other', async () => {
  const file = join(temporaryDirectory(), 'credentials');
  const profiles = ['shop', 'data'].map(
    (name) => `[${name}]\naws_access_key_id = key-of-${name}\naws_secret_access_key = secret\n`,
  );
  writeFileSync(file, profiles.join('\n'));
  const variables = { AWS_REGION: 'us-east-1', AWS_ENDPOINT_URL_S3: server.url, AWS_SHARED_CREDENTIALS_FILE: file };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const listed = await deploymentsStatus(
    ['shop', 'data', 'absent'].map((name) => ({
      ...{ name, organization: 'org', store: `s3://state-of-${name}`, awsProfile: name },
    })),
    {
      ...reading,
      open: async ({ store, awsProfile: AWS_PROFILE }) =>
        (await openStore({ store }, { ...variables, AWS_PROFILE }, () => 'org')).store,
    },
  );
  expect(listed.map(({ state }) => state)).toEqual(['problem', 'problem', 'unknown']);
  expect(listed[0]?.says).toContain('no run yet');
  expect(listed[2]?.remedy).toBe('AWS_PROFILE=absent headroom store verify --store s3://state-of-absent');
  const callers = (place: string) =>
    new Set(server.requests.filter(({ line }) => line.includes(`/${place}`)).map(({ caller }) => caller));
  expect(['state-of-shop', 'state-of-data', 'state-of-absent'].map((place) => [...callers(place)])).toEqual([
    ['key-of-shop'],
    ['key-of-data'],
    [],
  ]);
});
