import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDirectoryStore } from '../../../lib/local/directory-store.ts';
import { keys } from '../../../lib/run/store/keys.ts';
import { temporaryDirectory } from '../../temporary-directory.ts';
import { runOnce } from '../../workflow/filled-store.ts';
import { startHeadroom } from '../../workflow/local-headroom.ts';
import { enableAll, even } from '../../workflow/scenarios.ts';

/** Files below a folder, with their sizes. */
const sizesBelow = (folder: string): number[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name)).size);

it('a run that enables 1,000 services in 20 projects leaves few files in a directory, and stores each change a few times', async () => {
  const root = temporaryDirectory();
  const store = createDirectoryStore(root);
  const policy = enableAll(200);
  const headroom = await startHeadroom(even(20, 50), policy);
  await store.put(keys.policy, policy);
  const { outcome, results } = await runOnce({ ...headroom.ports, store }, 'run-1');
  expect([outcome, results.length]).toEqual(['applied', 2_000]);
  const sizes = sizesBelow(root);
  expect(sizes.length).toBeLessThanOrEqual(160);
  // The plan has each change, and so has what its task carries out.
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(4_500_000);
});
