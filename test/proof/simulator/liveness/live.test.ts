import { describe, expect, it } from 'vitest';
import { lastingFaults } from '../../../simulator/liveness/lasting-faults.ts';
import { liveWith } from '../../../simulator/liveness/live.ts';

describe('everything else is protected within the promise where', () => {
  it.each(lastingFaults)('$name', async (fault) => {
    const { problems, writes } = await liveWith(fault);
    expect(problems).toEqual([]);
    expect(writes).toBeGreaterThan(10);
  });

  it('a fault that does concern everything is seen', async () => {
    const [first] = lastingFaults;
    const { problems } = await liveWith({ ...first, isConcerned: () => false } as (typeof lastingFaults)[number]);
    expect(problems).toContain('after the first policy: p0/s1 has 0 GB and policy wants 100 GB');
  });
});
