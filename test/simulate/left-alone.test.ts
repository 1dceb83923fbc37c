import { expect, it } from 'vitest';
import { filling, fullWithoutRuns, livesOf, worse } from './left-alone.ts';

it('a budget that is adjusted every day is never worse than one that is left alone, in any tier', async () => {
  const lives = [await livesOf(1)];
  expect(worse(lives)).toEqual([]);
  expect(filling(lives).sort()).toEqual(['shop-prod', 'shop-staging']);
});

it('seven days without a run fill no disk, and so many that no need is met fill some', async () => {
  const fullAfter = await fullWithoutRuns(1);
  expect(await fullAfter(7)).toEqual([]);
  expect(await fullAfter(25)).not.toEqual([]);
});
