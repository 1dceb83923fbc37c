import { describe, expect, inject, it } from 'vitest';
import { type KeptLife, keptLives, optionsOf, withNewLives } from '../../simulator/kept-lives.ts';
import { simulate } from '../../simulator/simulate.ts';

/** So many of the kept lives; another seed of the tests takes others. */
const sample = (): readonly KeptLife[] => {
  const lives = keptLives();
  return [0, 1].flatMap((step) => lives[(inject('seed') + step * 7) % lives.length] ?? []);
};

describe('lives that reached what no other life did', () => {
  it.each(sample())('break no law: seed $seed', async (life) => {
    expect((await simulate(optionsOf(life))).violations).toEqual([]);
  });

  it('are kept with the pairs that they alone reached in their soak, and once', () => {
    const size = { projects: 1, services: 1 };
    const life = (seed: number, ...pairs: readonly string[]) => ({ seed, days: 1, size, rate: 0.01, more: [], pairs });
    const kept = withNewLives([life(1, 'a')], [life(2, 'a', 'b', 'c'), life(3, 'b'), life(4, 'd')]);
    expect(kept).toEqual([life(1, 'a'), life(2, 'c'), life(4, 'd')]);
  });
});
