import { describe, expect, it } from 'vitest';
import { livenessWorlds } from './lasting-faults.ts';
import { liveWith } from './live.ts';

describe('everything else is protected within the promise where', () => {
  it.each(livenessWorlds)('$name', async (world) => {
    const { problems, writes } = await liveWith(world);
    expect(problems).toEqual([]);
    expect(writes).toBeGreaterThan(10);
  });

  it('a fault that does concern everything is seen', async () => {
    const [first] = livenessWorlds;
    const { problems } = await liveWith({ ...first, isConcerned: () => false } as (typeof livenessWorlds)[number]);
    expect(problems).toContain('after the first policy: p0/s1 has 0 GB and policy wants 100 GB');
  });
});
