import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs, hourMs, inWords } from '../../../lib/core/model/durations.ts';
import {
  attention,
  lineOf,
  ok,
  problem,
  type StatusLine,
  statusSummary,
  worstOf,
} from '../../../lib/core/status/status.ts';

const lines = [ok('mode', 'a'), attention('lease', 'b', 'c'), problem('secret', 'd', 'e')];
const anyLines = fc.array(fc.constantFrom(...lines), { minLength: 1 });

describe('the verdict of all lines', () => {
  it('is that of the worst line, whatever the order', () => {
    fc.assert(
      fc.property(anyLines, (some) => {
        const has = (verdict: StatusLine['verdict']) => some.some((line) => line.verdict === verdict);
        const worst = has('attention') ? 'attention' : 'ok';
        expect(worstOf(some)).toBe(has('problem') ? 'problem' : worst);
        expect(worstOf(some.toReversed())).toBe(worstOf(some));
      }),
    );
  });

  it('of nothing at all is a problem', () => {
    expect(worstOf([])).toBe('problem');
  });

  it('shows the number of lines of each', () => {
    expect(statusSummary([...lines, ok('platform', 'f')])).toBe('Status: problem; 2 ok, 1 attention, 1 problem.');
    expect(statusSummary([ok('mode', 'a')])).toBe('Status: ok; 1 ok.');
  });
});

describe('a line', () => {
  it('of a fact that could not be learnt is a problem with its error', () => {
    const line = lineOf('mode', { error: 'no access' }, () => ok('mode', 'fine'), 'get access');
    expect(line).toEqual({ subject: 'mode', verdict: 'problem', says: 'no access', remedy: 'get access' });
    expect(lineOf('mode', { value: 1 }, (value) => ok('mode', `${value}`), 'x').verdict).toBe('ok');
  });
});

it.each([
  [-5, '0 seconds'],
  [1_999, '1 second'],
  [119_999, '119 seconds'],
  [120_000, '2 minutes'],
  [2 * hourMs - 1, '119 minutes'],
  [2 * hourMs, '2 hours'],
  [2 * dayMs - 1, '47 hours'],
  [30 * dayMs, '30 days'],
])('%d ms in words is %s', (ms, words) => {
  expect(inWords(ms)).toBe(words);
});
