import { expect, it } from 'vitest';
import { allLives } from '../../lib/simulate/all-lives.ts';
import { live } from '../../lib/simulate/live.ts';
import { lifeOptions } from './organization.ts';

const all = [1, 2, 3].map((seed) => lifeOptions({ seed, days: 2, policy: null }));
const never = new AbortController().signal;

it('gives the lives in the order in which they were asked for, and tells every day', async () => {
  let days = 0;
  const onDay = () => {
    days += 1;
  };
  const expected = await Promise.all(all.map((options) => live(options)));
  expect(await allLives(all, { threads: 2, onDay, signal: never })).toEqual(expected);
  expect(days).toBe(6);
});

it('keeps the lives that have ended before an interrupt', async () => {
  const controller = new AbortController();
  const withPolicy = all.map((options) => ({ ...options, policy: lifeOptions().policy }));
  let days = 0;
  const onDay = () => {
    days += 1;
    if (days === 3) controller.abort();
  };
  const [first, ...others] = await allLives(withPolicy, { threads: 1, onDay, signal: controller.signal });
  expect(first?.seed).toBe(1);
  expect(others).toEqual([undefined, undefined]);
});

it('fails with the error of the first life that fails', async () => {
  const scenario = { organization: { name: 'x' }, startTime: 'never', clouds: {}, plans: [], projects: [] };
  const broken = lifeOptions({ scenario });
  await expect(allLives([broken], { threads: 1, onDay: () => undefined, signal: never })).rejects.toThrow('time');
});
