import { describe, expect, it } from 'vitest';
import { passKinds } from '../../../simulator/crash-points/kinds.ts';
import { crashAt, pointsOf, sweep } from '../../../simulator/crash-points/sweep.ts';

describe('a pass that dies at any of its steps', () => {
  // Every 127th of four points a step: `npm run soak -- --mode crashes` takes them all.
  it.each(passKinds)('$name is put right by what comes next', async (kind) => {
    const { steps, deaths, problems } = await sweep(kind, 127);
    expect(problems).toEqual([]);
    expect(steps).toBeGreaterThan(90);
    expect(deaths).toBeGreaterThan(2);
  });

  it('dies before or after each step, alone or with its run, and its lease is freed or expires', () => {
    const points = pointsOf(2);
    expect(points).toHaveLength(8);
    expect(new Set(points.map((point) => JSON.stringify(point))).size).toBe(8);
    expect(points.filter(({ expires }) => expires)).toHaveLength(4);
  });

  it('is seen where it does not come to what it should', async () => {
    const [kind] = passKinds;
    const { problems } = await crashAt({ ...kind, becomes: ['p0/s0 7'] } as (typeof passKinds)[number], undefined);
    expect(problems).toContain('it did not come to p0/s0 7');
    expect(problems).toContain('it came to p0/s0 100');
  });
});
