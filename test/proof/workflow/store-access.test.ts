import { describe, expect, it } from 'vitest';
import { granted } from '../../workflow/permitted-store.ts';
import { namesOfWalks, walked } from '../../workflow/walked.ts';

describe('the table of what each task reaches in the store', () => {
  it.each(namesOfWalks)('is enough for runs that %s', async (name) => {
    expect((await walked(name)).refused).toEqual([]);
  });

  it('permits nothing that none of these runs needs', async () => {
    const used = new Set<string>();
    for (const name of namesOfWalks) for (const row of (await walked(name)).used) used.add(row);
    expect(granted().filter((row) => !used.has(row))).toEqual([]);
  });
});
