import { expect, it } from 'vitest';
import { sumOfClosingLines } from './closing-lines.ts';

it.each([
  [
    'adds what both stages say last',
    ['3 passed, 0 failed\nmore\n5 passed, 0 failed\n', '2 passed, 0 failed\n'],
    '7 passed, 0 failed',
    true,
  ],
  [
    'counts what was skipped',
    ['5 passed, 0 failed, 2 skipped\n', '1 passed, 0 failed\n'],
    '6 passed, 0 failed, 2 skipped',
    true,
  ],
  ['fails if one of them does', ['5 passed, 0 failed\n', '1 passed, 1 failed\n'], '6 passed, 1 failed', false],
  [
    'counts a stage without a closing line as a failure',
    ['5 passed, 0 failed\n', 'killed\n'],
    '5 passed, 1 failed',
    false,
  ],
])('the closing line of the check %s', (_, outputs, line, isGood) => {
  expect(sumOfClosingLines(outputs)).toEqual({ line, isGood });
});
