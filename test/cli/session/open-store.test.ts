import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../../lib/cli/session/open-store.ts';
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
});
