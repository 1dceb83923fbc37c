import { describe, expect, it } from 'vitest';
import { usesColour } from '../../../lib/cli/shell/colour.ts';

describe('colour', () => {
  it('is for terminals', () => {
    expect(usesColour({}, true)).toBe(true);
    expect(usesColour({}, false)).toBe(false);
    expect(usesColour({ TERM: 'dumb' }, true)).toBe(false);
  });

  it('is off with NO_COLOR, unless it is empty', () => {
    expect(usesColour({ NO_COLOR: '1' }, true)).toBe(false);
    expect(usesColour({ NO_COLOR: '' }, true)).toBe(true);
  });

  it.each([
    ['1', true],
    ['', true],
    ['0', false],
    ['false', false],
  ])('is decided by FORCE_COLOR=%s, whatever else is set', (forced, expected) => {
    for (const isTerminal of [true, false])
      expect(usesColour({ FORCE_COLOR: forced, NO_COLOR: '1', TERM: 'dumb' }, isTerminal)).toBe(expected);
  });
});
