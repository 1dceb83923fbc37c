import { expect, it } from 'vitest';
import { createTally } from './tally.ts';

it('leaves out all unchanged watches but every tenth, and counts passes for themselves', () => {
  const tally = createTally('skip');
  tally.count('skipped');
  tally.count('proof');
  const watches = Array.from({ length: 20 }, () => tally.isWatchLeftOut());
  expect(watches.flatMap((isLeftOut, n) => (isLeftOut ? [] : [n + 1]))).toEqual([10, 20]);
  expect(tally.spared).toMatchObject({ skipped: 19, proven: 3 });
});

it('leaves out nothing where unchanged watches are to be lived', () => {
  const tally = createTally('live');
  expect(tally.isWatchLeftOut()).toBe(false);
  expect(tally.spared).toMatchObject({ skipped: 0, proven: 1 });
});

it('counts the passes that are lived by why', () => {
  const { spared, count } = createTally('skip');
  count('date');
  count('soon');
  count('date');
  expect(spared.lived).toEqual({ date: 2, soon: 1 });
});
