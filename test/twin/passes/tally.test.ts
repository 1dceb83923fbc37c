import { expect, it } from 'vitest';
import { createTally } from '../../../lib/twin/passes/tally.ts';

it('leaves out all unchanged passes but every tenth, and counts watches for themselves', () => {
  const tally = createTally('skip');
  const passes = Array.from({ length: 20 }, () => tally.isLeftOut('pass'));
  expect(passes.flatMap((isLeftOut, n) => (isLeftOut ? [] : [n + 1]))).toEqual([10, 20]);
  expect(tally.isLeftOut('watch')).toBe(true);
  expect(tally.spared).toMatchObject({ skipped: 19, proven: 2 });
});

it('leaves out nothing where unchanged passes are to be lived', () => {
  const tally = createTally('live');
  expect([tally.isLeftOut('pass'), tally.isLeftOut('watch')]).toEqual([false, false]);
  expect(tally.spared).toMatchObject({ skipped: 0, proven: 2 });
});

it('counts the passes that are lived by why', () => {
  const { spared, count } = createTally('skip');
  count('date');
  count('soon');
  count('date');
  expect(spared.lived).toEqual({ date: 2, soon: 1 });
});
