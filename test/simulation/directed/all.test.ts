import { describe, expect, it } from 'vitest';
import { directedWorlds } from '../../../lib/simulation/directed/all.ts';
import { simulate } from '../../../lib/simulation/simulate.ts';

describe('every law holds where', () => {
  it.each(directedWorlds)('$name', async ({ options }) => {
    const { violations, writes } = await simulate(options(3));
    expect(violations).toEqual([]);
    expect(writes).toBeGreaterThan(0);
  });
});
