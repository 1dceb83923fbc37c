import { expect, it } from 'vitest';
import { filling, fullWithoutRuns, livesOf, worse } from './left-alone.ts';

it('a budget that is adjusted every day is never worse than one that is left alone, in any tier', async () => {
  const lives = [];
  for (let seed = 1; seed <= 2; seed += 1) lives.push(await livesOf(seed));
  expect(worse(lives)).toEqual([]);
  expect(filling(lives).sort()).toEqual(['shop-prod', 'shop-staging']);
});

it('seven days without a run fill no disk', async () => {
  for (let seed = 1; seed <= 2; seed += 1) expect(await fullWithoutRuns(seed, 7)).toEqual([]);
});

it('so many days that no need is met show that', async () => {
  expect(await fullWithoutRuns(1, 25)).not.toEqual([]);
});
