import { expect, it } from 'vitest';
import { filling, fullWithoutRuns, livesOf, worse } from '../../simulate/left-alone.ts';

it('a budget that is adjusted every day is in twenty lives never worse than one that is left alone', async () => {
  const lives = [];
  for (let seed = 1; seed <= 20; seed += 1) lives.push(await livesOf(seed));
  expect(worse(lives)).toEqual([]);
  expect(filling(lives).sort()).toEqual(['shop-prod', 'shop-staging']);
});

it('seven days without a run fill no disk', async () => {
  for (let seed = 1; seed <= 20; seed += 1) expect(await (await fullWithoutRuns(seed))(7)).toEqual([]);
});
