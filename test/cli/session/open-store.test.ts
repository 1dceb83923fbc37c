import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openForCommand, openStore } from '../../../lib/cli/session/open-store.ts';
import { UsageError } from '../../../lib/cli/shell/usage-error.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';

const organization = () => 'org/1';

describe('the store of a command', () => {
  it('is a directory with upkeep of its own, by default that of the organization', async () => {
    const folder = temporaryDirectory();
    for (const [environment, path] of [
      [{ HEADROOM_STORE: join(folder, 'named') }, 'named'],
      [{ XDG_STATE_HOME: folder }, join('headroom', 'org%2F1')],
    ] as const) {
      const { store, directory, prunes } = await openStore({}, environment, organization);
      await store.put('mode.json', '{}');
      expect([existsSync(join(folder, path, 'mode.json')), prunes, directory === store]).toEqual([true, true, true]);
    }
  });

  it('is pruned by commands below a prefix in S3, and by lifecycle rules where it fills a bucket', async () => {
    const opened = async (store: string) => openStore({ store }, { HEADROOM_STORE: 'unused' }, organization);
    expect([(await opened('s3://state/prod')).prunes, (await opened('s3://state')).prunes]).toEqual([true, false]);
  });

  it.each<[object, Readonly<Record<string, string>>, string]>([
    [{ stack: 'headroom', store: '/x' }, {}, 'use --stack or --store, not both'],
    [{ store: ' ' }, {}, '--store is empty: name a directory'],
    [{}, { HEADROOM_STORE: '' }, 'HEADROOM_STORE is empty: name a directory'],
    [{ store: 's3:bucket' }, {}, '--store s3:bucket: write s3://BUCKET/PREFIX, with two slashes'],
    [{ store: 'https://x' }, {}, '--store https://x: must be a directory or s3://BUCKET/PREFIX'],
    [{ store: 's3://' }, {}, '--store s3://: '],
  ])('is refused where it is none: %j %j', async (flags, environment, problem) => {
    const opening = openStore(flags, environment, organization);
    await expect(opening).rejects.toThrow(UsageError);
    await expect(opening).rejects.toThrow(problem);
  });

  it('is, without a platform, that of the organization which is named, and never one of two', async () => {
    const XDG_STATE_HOME = temporaryDirectory();
    for (const [flags, more] of [
      [{ organization: 'org' }, {}],
      [{}, { HEADROOM_ORGANIZATION: 'org' }],
    ] as const)
      expect((await openForCommand({ XDG_STATE_HOME, ...more }, flags)).folder).toBe(
        join(XDG_STATE_HOME, 'headroom', 'org'),
      );
    await expect(openForCommand({ XDG_STATE_HOME }, {})).rejects.toThrow('--organization is missing');
    for (const other of [{ store: '/x' }, { stack: 'headroom' }])
      await expect(openForCommand({}, { bucket: 'b', ...other })).rejects.toThrow('use one of --bucket, --stack');
    expect((await openForCommand({}, { bucket: 'b' })).prunes).toBe(false);
  });
});
