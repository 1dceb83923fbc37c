import { describe, expect, it } from 'vitest';
import { granted, startWalk, type Walk } from './permitted-store.ts';
import { walks } from './store-walks.ts';

const taken = new Map<string, Walk>();

/** What one of the walks used and was refused; each is used once, by any caller. */
const walked = async (name: string): Promise<Walk> => {
  const known = taken.get(name);
  if (known !== undefined) return known;
  const walk = startWalk();
  await walks[name]?.(walk);
  taken.set(name, walk);
  return walk;
};

describe('the table of what each task reaches in the store', () => {
  it.each(Object.keys(walks))('is enough for runs that %s', async (name) => {
    expect((await walked(name)).refused).toEqual([]);
  });

  it('permits nothing that none of these runs needs', async () => {
    const used = new Set<string>();
    for (const name of Object.keys(walks)) for (const row of (await walked(name)).used) used.add(row);
    expect(granted().filter((row) => !used.has(row))).toEqual([]);
  });
});
